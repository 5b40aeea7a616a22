import { type HttpClient, HttpError } from '../http/http-client.ts'
import { loaderRoutes } from '../routes/routes.ts'
import type { Order } from './orders.ts'
import type { Quote } from './quotes.ts'

type Ask<Found> = (id: string, headers?: Record<string, string>) => Promise<Found | null>

export function orderOverHttp(http: HttpClient): Ask<Order> {
  return (id, headers) => getOrNull<Order>(http, loaderRoutes.order(id), headers)
}

export function quoteOverHttp(http: HttpClient): Ask<Quote> {
  return (id, headers) => getOrNull<Quote>(http, loaderRoutes.quote(id), headers)
}

async function getOrNull<Found>(http: HttpClient, path: string, headers?: Record<string, string>) {
  try {
    return (await http.get(path, headers)) as Found
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404) return null
    throw error
  }
}
