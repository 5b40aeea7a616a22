import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createFetcher } from './fetch-state.ts'

/** The pause in typing after which the search starts. */
const pauseMs = 150

/**
 * @param known words with a loaded answer
 * @returns `asked` are the words of the last search
 */
export function useTypedSearch<Data>(words: string, known: string, load: () => Promise<Data>) {
  const [{ store, run, clear }] = useState(() => createFetcher<Data>(null))
  const [asked, setAsked] = useState(known)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the words change
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
