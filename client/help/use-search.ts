import { useEffect, useState } from 'react'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { useContentFetch } from '../content/use-content.ts'
import type { Found } from './search.ts'

/** Searches after a pause of this length in typing. */
const pauseMs = 150

type Search = (content: ContentFetch, words: string) => Promise<Found[]>

/** `found` is null until there is an answer. */
export function useSearch(search: Search, typed: string) {
  const { pending, data, error, run, clear } = useContentFetch<Found[]>()
  const words = typed.trim()
  const [asked, setAsked] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the words alone
  useEffect(() => {
    if (words === '') {
      clear()
      return setAsked('')
    }
    const timer = setTimeout(() => {
      setAsked(words)
      run((content) => search(content, words))
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [words])

  return { found: data, failed: error !== null, pending: pending || asked !== words }
}
