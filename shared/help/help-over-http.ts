import type { HttpClient } from '../http/http-client.ts'
import { helpRoutes } from './help-routes.ts'
import type { HelpAnswer, HelpSearch } from './help-search.ts'

export function helpOverHttp(http: HttpClient): HelpSearch {
  return async (typed) => (await http.get(helpRoutes.search(typed))) as HelpAnswer
}
