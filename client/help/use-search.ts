import { helpOverHttp } from '#shared/help/help-over-http.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { useTypedSearch } from '../content/use-typed-search.ts'
import { useAppState } from '../site/framework/app-state.tsx'

/** `answer` is null until the first search is answered. */
export function useSearch(typed: string) {
  const { apiBaseUrl } = useAppState().config
  const words = typed.trim()
  const { data, error, pending, asked } = useTypedSearch(words, '', () =>
    helpOverHttp(createHttpClient(apiBaseUrl, fetch))(words),
  )
  return { answer: data, failed: error !== null, pending: pending || asked !== words }
}
