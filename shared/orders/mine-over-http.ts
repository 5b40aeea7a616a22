import { type HttpClient, HttpError } from '../http/http-client.ts'
import { loaderRoutes } from '../routes/routes.ts'
import type { Mine } from './mine.ts'

export async function mineOverHttp(http: HttpClient, headers?: Record<string, string>): Promise<Mine | null> {
  try {
    return (await http.get(loaderRoutes.licencesMine, headers)) as Mine
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 401) return null
    throw error
  }
}
