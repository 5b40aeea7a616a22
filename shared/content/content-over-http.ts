import type { HttpClient } from '../http/http-client.ts'
import { loaderRoutes } from '../routes/routes.ts'
import type { ContentFetch } from './content-query-builder.ts'

/** @throws HttpError if the answer isn't OK */
export function contentOverHttp(http: HttpClient): ContentFetch {
  return (path, query) =>
    http.post(`${loaderRoutes.content}${path.split('/').map(encodeURIComponent).join('/')}`, query)
}
