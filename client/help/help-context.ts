import { createContext } from 'react-router'
import { helpOverHttp } from '#shared/help/help-over-http.ts'
import type { HelpSearch } from '#shared/help/help-search.ts'
import { createHttpClient } from '#shared/http/http-client.ts'
import { readInlinedState } from '../site/framework/preloaded-state.ts'

/** Loaders ask in process on the server. In the browser its default asks over HTTP, so that no other page has its code. */
export const helpContext = createContext<HelpSearch>((typed) => {
  const { apiBaseUrl } = readInlinedState(document).app.config
  return helpOverHttp(createHttpClient(apiBaseUrl, fetch))(typed)
})
