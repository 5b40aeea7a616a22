import supertest from 'supertest'
import { afterEach } from 'vitest'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { ChangeCheckoutBody, CheckoutBody } from '#shared/orders/checkout.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Site } from '#shared/seller/site.ts'
import type { AppContext, Options } from '../../context.ts'
import type { DatabaseEnvironment, TestDatabases } from './databases.ts'
import { type StripeServer, signedEvent, startStripe } from './stripe-server.ts'
import { createTestApp, sharedLibrary, type TestApp } from './test-app.ts'

export const webhookSecret = 'whsec_test'

export type TestShop = TestApp & {
  stripe: StripeServer
  environment: DatabaseEnvironment
  /** Opens another process on the same database. */
  another(options?: Options): Promise<TestApp>
  checkOut(change?: Partial<CheckoutBody>, key?: string): supertest.Test
  /** Places an unpaid card order for a change at today's price. */
  placeChangeOrder(licenceKey: string, change: ChangeCheckoutBody['change']): Promise<PlacedOrder>
  /** Places an unpaid card order. */
  placeCardOrder(change?: Partial<CheckoutBody>): Promise<PlacedOrder>
  sendEvent(
    type: string,
    orderId: string,
    options?: { id?: string; secret?: string; at?: number },
  ): supertest.Test
  orderOf(placed: PlacedOrder): supertest.Test
  /** Today by the company's calendar, which is a day ahead of UTC each afternoon. */
  today(): Day
}

/** Each shop has its own database and Stripe; all end after each test. */
export function useShops({ create }: TestDatabases): (options?: Options) => Promise<TestShop> {
  const closing: (() => Promise<unknown>)[] = []

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  return async (options = {}) => {
    const { database, environment } = await create()
    const keptOpen = { ...database, close: async () => {} }
    return openShop(environment, closing, { database: keptOpen, ...options })
  }
}

/** Opens a shop on an existing database. @param closing collects resources to close in reverse */
export async function openShop(
  environment: DatabaseEnvironment,
  closing: (() => Promise<unknown>)[],
  options: Options = {},
): Promise<TestShop> {
  const stripe = await startStripe({ clock: options.clock })
  closing.push(stripe.close)
  // Another site has connections of its own, as another process has.
  const { database: _, ...others } = options
  const another = async (own: Options = others) => {
    const made = await createTestApp(
      { ...environment, ...stripeEnvironment(stripe) },
      { verifier: passing, ...own },
    )
    closing.push(() => made.ctx.close())
    return made
  }
  const site = await another(options)
  return { ...site, stripe, environment, another, ...actions(site, stripe) }
}

/** Shipped content with other notified people. */
export async function libraryNotifying(notifications: Site['notifications']): Promise<AppContext['library']> {
  const library = await sharedLibrary()
  const { typed } = library
  const site = { ...typed.site, notifications }
  return Object.create(library, { typed: { value: { ...typed, site } } })
}

export function stripeEnvironment({ url }: StripeServer) {
  return { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url }
}

export const passing: AppContext['verifier'] = { verify: async () => 'ok' }

export function cartBody(change: Partial<CheckoutBody> = {}): CheckoutBody {
  return {
    items: [{ sku: 'studio', qty: 2 }],
    expectedTotal: 45_800,
    paymentMethod: 'card',
    customer: { name: 'Ada Byron', email: 'ada@example.com', country: 'AU' },
    acceptTerms: true,
    waivesWithdrawal: true,
    verification: 'token',
    ...change,
  }
}

export function changeBody(change: Partial<ChangeCheckoutBody> = {}): ChangeCheckoutBody {
  const { items: _, ...others } = cartBody()
  return { ...others, expectedTotal: 9900, licence: { key: '' }, change: { renew: 1 }, ...change }
}

let keys = 0

export function newKey(): string {
  keys += 1
  return `idempotency-key-${process.pid}-${keys}`
}

function actions({ app, ctx }: TestApp, stripe: StripeServer) {
  const checkOut = (change: Partial<CheckoutBody> = {}, key = newKey()) =>
    supertest(app).post(apiRoutes.checkout).set('Idempotency-Key', key).send(cartBody(change))
  return {
    checkOut,
    async placeCardOrder(change: Partial<CheckoutBody> = {}): Promise<PlacedOrder> {
      const { body } = await checkOut(change).expect(201)
      return body
    },
    async placeChangeOrder(licenceKey: string, change: ChangeCheckoutBody['change']): Promise<PlacedOrder> {
      const { body: quote } = await supertest(app).post(apiRoutes.licenceQuote).send({ licenceKey, change })
      const { body } = await supertest(app)
        .post(apiRoutes.checkout)
        .set('Idempotency-Key', newKey())
        .send(changeBody({ licence: { key: licenceKey }, change, expectedTotal: quote.total }))
        .expect(201)
      return body
    },
    sendEvent(
      type: string,
      orderId: string,
      { secret = webhookSecret, ...options }: { id?: string; secret?: string; at?: number } = {},
    ) {
      const { body, signature } = signedEvent(type, stripe.sessionOf(orderId), {
        secret,
        ...options,
      })
      return supertest(app)
        .post(apiRoutes.stripeWebhook)
        .set({ 'content-type': 'application/json', 'stripe-signature': signature })
        .send(body)
    },
    orderOf: ({ order, accessToken }: PlacedOrder) =>
      supertest(app).get(apiRoutes.order(order.id)).set('Authorization', `Bearer ${accessToken}`),
    today: () => dayIn(ctx.library.typed.site.company.timeZone, ctx.clock()),
  }
}
