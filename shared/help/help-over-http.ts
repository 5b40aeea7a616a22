import type { HttpClient } from '../http/http-client.ts'
import { loaderRoutes } from '../routes/routes.ts'
import type { HelpAnswer, HelpSearch } from './help-search.ts'

export function helpOverHttp(http: HttpClient): HelpSearch {
  return async (typed) => (await http.get(loaderRoutes.helpSearch(typed))) as HelpAnswer
}
