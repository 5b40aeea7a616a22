import { contentOverHttp } from '#shared/content-over-http.ts'
import type { ContentFetch } from '#shared/content-query-builder.ts'
import { createHttpClient, type Fetch } from '#shared/http-client.ts'
import { orderOverHttp } from '#shared/order-over-http.ts'
import type { Order } from '#shared/orders.ts'
import type { Pricing } from '#shared/pricing.ts'
import { apiRoutes } from '#shared/routes.ts'
import type { OrderAccess } from './orders/access.ts'

/** What pages are made from. */
export type Services = {
  content: ContentFetch
  pricing: () => Promise<Pricing>
  /** Null for an order that isn't there, or that these headers don't open. */
  order: (id: string, headers: OrderAccess) => Promise<Order | null>
}

/** The services of another server, where web and API tiers are split. @param apiBaseUrl `API_BASE_URL` */
export function remoteServices(apiBaseUrl: string): Services {
  const http = createHttpClient(apiBaseUrl, fetchRemotely)
  const order = orderOverHttp(http)
  return {
    content: contentOverHttp(http),
    pricing: async () => (await http.get(apiRoutes.pricing)) as Pricing,
    order: (id, { authorization, cookie }) =>
      order(id, { ...(authorization && { authorization }), ...(cookie && { cookie }) }),
  }
}

/** Its code is loaded where there is another server to ask. */
const fetchRemotely: Fetch = async (address, init) => (await import('node-fetch')).default(address, init)
