import { type HttpClient, HttpError } from './http-client.ts'
import type { Order } from './orders.ts'
import { apiRoutes } from './routes.ts'

/** Asks the API for an order; one that isn't there, or that the headers don't open, is null. */
export function orderOverHttp(
  http: HttpClient,
): (id: string, headers?: Record<string, string>) => Promise<Order | null> {
  return async (id, headers) => {
    try {
      return (await http.get(apiRoutes.order(id), headers)) as Order
    } catch (error) {
      if (error instanceof HttpError && error.statusCode === 404) return null
      throw error
    }
  }
}
