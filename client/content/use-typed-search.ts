import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createFetcher } from './fetch-state.ts'

/** Searches after a pause of this length in typing. */
const pauseMs = 150

/** @param known words whose answer is there already @returns `asked` are the words of the last search */
export function useTypedSearch<Data>(words: string, known: string, load: () => Promise<Data>) {
  const [{ store, run, clear }] = useState(() => createFetcher<Data>(null))
  const [asked, setAsked] = useState(known)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the words alone
  useEffect(() => {
    if (words === known) {
      clear()
      return setAsked(known)
    }
    const timer = setTimeout(() => {
      setAsked(words)
      void run(load)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [words, known])

  return { ...useStore(store), asked }
}
