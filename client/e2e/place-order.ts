import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { passingToken } from '#server/testing/support/recaptcha-server.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'

/** Orders two licences through the API. @param site the API's address; defaults to the request's own */
export async function placeOrder(
  request: APIRequestContext,
  paymentMethod: 'card' | 'invoice',
  site = '',
  buyer: Partial<CheckoutBody['customer']> = {},
): Promise<PlacedOrder> {
  const { products } = await (await request.get(site + apiRoutes.pricing)).json()
  const studio = products.find(({ sku }: { sku: string }) => sku === 'studio')
  const answer = await request.post(site + apiRoutes.checkout, {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      items: [{ sku: 'studio', qty: 2 }],
      expectedTotal: 2 * studio.unitAmount,
      paymentMethod,
      customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU', ...buyer },
      acceptTerms: true,
      waivesWithdrawal: true,
      verification: passingToken(),
    },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  return answer.json()
}
