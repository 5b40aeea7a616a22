import { type HttpClient, HttpError } from '../http/http-client.ts'
import { loaderRoutes } from '../routes/routes.ts'
import type { Mine } from './mine.ts'
import type { Order } from './orders.ts'
import type { Quote } from './quotes.ts'

type Ask<Found> = (id: string, headers?: Record<string, string>) => Promise<Found | null>

export function orderOverHttp(http: HttpClient): Ask<Order> {
  return (id, headers) => getUnless<Order>(404, http, loaderRoutes.order(id), headers)
}

export function quoteOverHttp(http: HttpClient): Ask<Quote> {
  return (id, headers) => getUnless<Quote>(404, http, loaderRoutes.quote(id), headers)
}

export function mineOverHttp(http: HttpClient, headers?: Record<string, string>): Promise<Mine | null> {
  return getUnless<Mine>(401, http, loaderRoutes.licencesMine, headers)
}

/** @param refused the status for which null is returned */
async function getUnless<Found>(
  refused: number,
  http: HttpClient,
  path: string,
  headers?: Record<string, string>,
): Promise<Found | null> {
  try {
    return (await http.get(path, headers)) as Found
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === refused) return null
    throw error
  }
}
