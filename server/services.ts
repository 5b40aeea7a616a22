import { z } from 'zod'
import { contentOverHttp } from '#shared/content/content-over-http.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import { helpOverHttp } from '#shared/help/help-over-http.ts'
import type { HelpSearch } from '#shared/help/help-search.ts'
import { createHttpClient, type Fetch, type HttpClient, HttpError } from '#shared/http/http-client.ts'
import { type FieldError, problemSchema } from '#shared/http/problem.ts'
import type { Mine } from '#shared/orders/mine.ts'
import { orderActRoutes } from '#shared/orders/order-act-routes.ts'
import { mineOverHttp, orderOverHttp, quoteOverHttp } from '#shared/orders/order-over-http.ts'
import type { Order, OrderAct } from '#shared/orders/orders.ts'
import type { Quote } from '#shared/orders/quotes.ts'
import { type Pricing, pricingSchema } from '#shared/pricing/pricing.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Config } from './config.ts'
import { tokensOf } from './people/link-access/access.ts'
import { isId } from './runtime/ids.ts'
import { orderNotOpened } from './shop/orders/order-not-found.ts'
import { AppError, unavailable } from './web/http/errors.ts'
import type { LinkAccess } from './web/http/link-access.ts'

export type Services = {
  content: ContentFetch
  help: HelpSearch
  pricing: () => Promise<Pricing>
  /** Null for an unknown order, or one that this access doesn't open. */
  order: (id: string, access: LinkAccess) => Promise<Order | null>
  /** @throws AppError as the API's address does */
  orderAct: (act: OrderAct, id: string, access: LinkAccess, fields?: object) => Promise<void>
  quote: (id: string, access: LinkAccess) => Promise<Quote | null>
  /** Null without a session. */
  mine: (access: LinkAccess) => Promise<Mine | null>
}

/** A silent API must not block a page. An act may wait for the card provider. */
const patience = { readMs: 10_000, actMs: 60_000 }

export function remoteServices(
  config: Pick<Config, 'apiBaseUrl' | 'siteUrl'>,
  { readMs, actMs } = patience,
): Services {
  const http = orUnavailable(createHttpClient(config.apiBaseUrl, fetchWithin(readMs)))
  const { post } = createHttpClient(config.apiBaseUrl, fetchWithin(actMs))
  // A request without tokens can't succeed, so it isn't sent, which saves the API's rate limit.
  const opened =
    <Found>(ask: (id: string, headers?: Record<string, string>) => Promise<Found | null>) =>
    async (id: string, access: LinkAccess) => {
      if (tokensOf(access, config).length === 0 || !isId(id)) return null
      return ask(id, headersOf(access))
    }
  return {
    content: contentOverHttp(http),
    help: helpOverHttp(http),
    pricing: async () => pricingSchema.parse(await http.get(apiRoutes.pricing)),
    order: opened(orderOverHttp(http)),
    orderAct: async (name, id, access, fields = {}) => {
      if (tokensOf(access, config).length === 0 || !isId(id)) throw orderNotOpened()
      await post(orderActRoutes[name](id), fields, headersOf(access)).catch(passOnProblem)
    },
    quote: opened(quoteOverHttp(http)),
    mine: (access) => mineOverHttp(http, headersOf(access)),
  }
}

function headersOf({ address, ...headers }: LinkAccess): Record<string, string> {
  return { ...headers, ...(address && { 'x-forwarded-for': address }) }
}

/** A problem may have further members, such as a new total. */
const remoteProblem = z.looseObject(problemSchema.shape)

/** Passes on the API's refusal to the visitor. Anything but our own problem document is an error. */
function passOnProblem(error: unknown): never {
  if (!(error instanceof HttpError)) throw error
  const problem = remoteProblem.safeParse(error.body)
  if (!problem.success) throw error
  const { type, title, status, requestId, code, detail, errors, ...members } = problem.data
  throw new AppError(error.statusCode, code as 'bad_request', detail, {
    ...(errors && { errors: errors as FieldError[] }),
    ...(error.retryAfter !== null && { headers: { 'Retry-After': String(error.retryAfter / 1000) } }),
    members,
  })
}

/** A 429 limits this server, not the visitor, who gets a 503 and may try again. */
function orUnavailable({ get, post }: HttpClient): HttpClient {
  const explain = (error: unknown): never => {
    throw error instanceof HttpError && error.statusCode === 429 ? unavailable(error) : error
  }
  return {
    get: (...request) => get(...request).catch(explain),
    post: (...request) => post(...request).catch(explain),
  }
}

/** @param timeoutMs limit for the whole answer */
function fetchWithin(timeoutMs: number): Fetch {
  return async (address, init) =>
    (await import('node-fetch')).default(address, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}
