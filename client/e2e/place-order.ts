import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { passingToken } from '#server/testing/support/recaptcha-server.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'

const items = [{ sku: 'studio', qty: 2 }]
const ada = { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' as const }
const accepted = () => ({ acceptTerms: true, verification: passingToken() })

/** Orders two licences through the API. @param site the API's address; defaults to the request's own */
export async function placeOrder(
  request: APIRequestContext,
  paymentMethod: 'card' | 'invoice',
  site = '',
  buyer: Partial<CheckoutBody['customer']> = {},
): Promise<PlacedOrder> {
  const { products } = await (await request.get(site + apiRoutes.pricing)).json()
  const studio = products.find(({ sku }: { sku: string }) => sku === 'studio')
  return post(request, site + apiRoutes.checkout, {
    items,
    expectedTotal: 2 * studio.unitAmount,
    paymentMethod,
    customer: { ...ada, ...buyer },
    waivesWithdrawal: true,
    ...accepted(),
  })
}

/** Makes a quote for two licences through the API. */
export function makeQuote(request: APIRequestContext): Promise<MadeQuote> {
  return post(request, apiRoutes.quotes, {
    items,
    customer: { ...ada, companyName: 'Acme & Sons' },
    purchaseOrder: '4470',
    verification: passingToken(),
  })
}

/** Orders a quote by bank transfer. */
export function orderQuote(
  request: APIRequestContext,
  { quote: { id }, accessToken }: MadeQuote,
): Promise<PlacedOrder> {
  const quote = { id, accessToken }
  return post(request, apiRoutes.checkout, { quote, paymentMethod: 'invoice', ...accepted() })
}

async function post<Answer>(request: APIRequestContext, url: string, data: object): Promise<Answer> {
  const answer = await request.post(url, { headers: { 'idempotency-key': randomUUID() }, data })
  if (!answer.ok()) throw new Error(await answer.text())
  return answer.json()
}
