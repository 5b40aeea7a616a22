import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { helpOverHttp } from '#shared/help/help-over-http.ts'
import type { HelpAnswer } from '#shared/help/help-search.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { createFetcher } from '../content/fetch-state.ts'
import { useAppState } from '../site/framework/app-state.tsx'

/** Searches after a pause of this length in typing. */
const pauseMs = 150

/** `answer` is null until there is one. */
export function useSearch(typed: string) {
  const { apiBaseUrl } = useAppState().config
  const [{ store, run, clear }] = useState(() => createFetcher<HelpAnswer>(null))
  const { data, error, pending } = useStore(store)
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
      void run(() => helpOverHttp(createHttpClient(apiBaseUrl, fetch))(words))
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [words])

  return { answer: data, failed: error !== null, pending: pending || asked !== words }
}
