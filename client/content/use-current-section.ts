import { useEffect, useState } from 'react'

/** The reading line's share of the window's height. */
const readingLine = 0.3

/** Returns the last heading above the reading line, or the first heading before any. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')

  useEffect(() => {
    const headings = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const read = () => setCurrent(lastAbove(window.innerHeight * readingLine, headings)?.id)
    // The area has no upper end, because a jump moves headings past the line without showing them.
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
