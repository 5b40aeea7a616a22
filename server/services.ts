import { contentOverHttp } from '#shared/content-over-http.ts'
import type { ContentFetch } from '#shared/content-query-builder.ts'
import { createHttpClient, type Fetch } from '#shared/http-client.ts'
import type { Pricing } from '#shared/pricing.ts'
import { apiRoutes } from '#shared/routes.ts'

/** What pages are made from. */
export type Services = { content: ContentFetch; pricing: () => Promise<Pricing> }

/** The services of another server, where web and API tiers are split. @param apiBaseUrl `API_BASE_URL` */
export function remoteServices(apiBaseUrl: string): Services {
  const http = createHttpClient(apiBaseUrl, fetchRemotely)
  return {
    content: contentOverHttp(http),
    pricing: async () => (await http.get(apiRoutes.pricing)) as Pricing,
  }
}

/** Its code is loaded where there is another server to ask. */
const fetchRemotely: Fetch = async (address, init) => (await import('node-fetch')).default(address, init)
