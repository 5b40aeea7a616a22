import { useEffect, useState } from 'react'
import { useContentFetch } from '../../content/use-content.ts'
import { type NewsPage, readNewsPage } from './queries.ts'

/** Searches after a pause of this length in typing. */
const pauseMs = 150

/** @param shown the page's own search, whose results are loaded */
export function useLiveSearch(shown: string) {
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const { pending, data, error, run, clear } = useContentFetch<NewsPage>()
  const search = typed.trim()

  // The visitor followed another search or went back.
  if (shown !== lastShown) {
    setLastShown(shown)
    setTyped(shown)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the words alone
  useEffect(() => {
    if (search === shown) return clear()
    const timer = setTimeout(() => run((content) => readNewsPage(content, 1, search)), pauseMs)
    return () => clearTimeout(timer)
  }, [search, shown])

  return { setTyped, pending, error, found: search === shown ? null : data }
}
