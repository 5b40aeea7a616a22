import { readRetryAfter } from '#shared/http/http-client.ts'
import type { Order } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { fetchWithCookies } from '../../site/framework/fetch-with-cookies.ts'

/** @returns the order, null if it isn't available now; `waitMs` is the shortest wait before the next request */
export async function fetchOrder(
  apiBaseUrl: string,
  id: string,
  signal?: AbortSignal,
): Promise<{ order: Order | null; waitMs: number }> {
  const response = await fetchWithCookies(apiBaseUrl + apiRoutes.order(id), {
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  })
  return { order: response.ok ? await response.json() : null, waitMs: readRetryAfter(response) ?? 0 }
}
