import { useEffect, useState } from 'react'
import { useContentFetch } from '../../content/use-content.ts'
import { type NewsPage, readNewsPage } from './queries.ts'

/** How long a pause in typing is a question. */
const pauseMs = 150

/** @param shown what the page was loaded for; its results are there already */
export function useLiveSearch(shown: string) {
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const { pending, data, error, run, clear } = useContentFetch<NewsPage>()
  const search = typed.trim()

  // Another search was followed or gone back to.
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
