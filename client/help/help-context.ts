import { createContext } from 'react-router'
import { helpOverHttp } from '#shared/help/help-over-http.ts'
import type { HelpSearch } from '#shared/help/help-search.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { readInlinedState } from '../site/framework/preloaded-state.ts'

/**
 * On the server loaders search in process. The browser's default searches over HTTP, so that only pages with a
 * search load its code.
 */
export const helpContext = createContext<HelpSearch>((typed) => {
  const { apiBaseUrl } = readInlinedState(document).app.config
  return helpOverHttp(createHttpClient(apiBaseUrl, fetch))(typed)
})
