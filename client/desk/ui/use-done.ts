import { useSearchParams } from 'react-router'

/** The sentence for the act that led to this page; null for every other visit. @param sentences by act */
export function useDone(sentences: Readonly<Record<string, string>>): string | null {
  const act = useSearchParams()[0].get('done') ?? ''
  return Object.hasOwn(sentences, act) ? (sentences[act] ?? null) : null
}
