import { useSearchParams } from 'react-router'

/** Null unless an act led to this page. @param sentences by act */
export function useDone(sentences: Readonly<Record<string, string>>): string | null {
  const act = useSearchParams()[0].get('done') ?? ''
  return Object.hasOwn(sentences, act) ? (sentences[act] ?? null) : null
}
