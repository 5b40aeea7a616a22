import { type HttpClient, HttpError } from '#shared/http-client.ts'
import type { PlacedOrder } from '#shared/orders.ts'
import { apiRoutes } from '#shared/routes.ts'
import { codeOf } from './explain-failure.ts'

/** Longer than a request that died holds its key. */
const patienceMs = 40_000

/** Sends a checkout. Where the same order is being placed already, its answer is waited for. @throws HttpError */
export async function sendOrder(http: HttpClient, body: object, key: string): Promise<PlacedOrder> {
  for (let waited = 0; ; ) {
    try {
      return (await http.post(apiRoutes.checkout, body, { 'idempotency-key': key })) as PlacedOrder
    } catch (error) {
      const wait = (error instanceof HttpError && error.retryAfter) || 1000
      waited += wait
      if (codeOf(error) !== 'in_progress' || waited > patienceMs) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}
