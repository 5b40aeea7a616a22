import { useEffect, useState } from 'react'

/** The height of the reading line, as a share of the window's. */
const readingLine = 0.3

/** Returns the last heading above the reading line; the first heading if all are below. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')

  useEffect(() => {
    const headings = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const read = () => setCurrent(lastAbove(window.innerHeight * readingLine, headings)?.id)
    // The observed area has no upper edge, because a jump moves headings past the line without intersecting.
    const observer = new IntersectionObserver(read, {
      rootMargin: `1000000px 0px -${(1 - readingLine) * 100}% 0px`,
    })
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [key])

  return current
}

function lastAbove(line: number, headings: HTMLElement[]): HTMLElement | undefined {
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0]
}
