import { readRetryAfter } from '#shared/http-client.ts'
import type { Order } from '#shared/orders.ts'
import { apiRoutes } from '#shared/routes.ts'
import { fetchOwn } from '../../framework/fetch-own.ts'

/** The order as it is now, or null where it can't be seen just now; and how long to wait at least before the next look. */
export async function lookAtOrder(
  apiBaseUrl: string,
  id: string,
): Promise<{ order: Order | null; waitMs: number }> {
  const response = await fetchOwn(apiBaseUrl + apiRoutes.order(id), {
    headers: { accept: 'application/json' },
  })
  return { order: response.ok ? await response.json() : null, waitMs: readRetryAfter(response) ?? 0 }
}
