import type { ContentFetch } from './content-query-builder.ts'
import type { HttpClient } from './http-client.ts'
import { apiRoutes } from './routes.ts'

/** Content from another process: one POST per query. It throws HttpError for an answer that is not OK. */
export function contentOverHttp(http: HttpClient): ContentFetch {
  return (path, query) => http.post(`${apiRoutes.content}${encodeURI(path)}`, query)
}
