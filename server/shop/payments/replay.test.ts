import request from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type TestShop, useShops, webhookSecret } from '../../testing/support/shop.ts'
import {
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  newReview,
  newSession,
  newWarning,
} from '../../testing/support/stripe/objects.ts'
import { signedEvent } from '../../testing/support/stripe-server.ts'
import { findOrder } from '../orders/order-store.ts'
import { payByCard } from '../orders/pay-by-card.ts'
import { settle } from '../orders/settle.ts'

const created = 1_700_000_000

/** Objects as Stripe's public fixtures have them, of an account that isn't ours unless they name our order. */
function eventsAbout(orderId: string | null): [string, object][] {
  const session = newSession(
    {
      amount_total: 2000,
      cancel_url: null,
      client_reference_id: orderId,
      created,
      currency: 'usd',
      customer_email: null,
      expires_at: created + 86_400,
      metadata: {},
      success_url: 'https://httpbin.org/post',
    },
    'https://checkout.stripe.com',
  )
  const intent = newIntent(session, { created, description: '(created by Stripe CLI)', metadata: {} })
  const charge = newCharge(intent, { status: 'succeeded', by: 'card' })
  const refund = newRefund(charge, { amount: 100, created, metadata: {}, status: 'succeeded' })
  const asked = { amount: 2000, created, reason: 'fraudulent', status: 'needs_response', dueBy: created }
  const dispute = newDispute(charge, asked)
  const review = newReview(charge, created)
  const plain = (object: string) => ({ id: `${object}_1`, object, created, livemode: false })
  return [
    ['charge.captured', charge],
    ['charge.dispute.created', dispute],
    ['charge.dispute.closed', { ...dispute, status: 'lost' }],
    ['charge.dispute.funds_withdrawn', dispute],
    ['charge.dispute.funds_reinstated', { ...dispute, status: 'won' }],
    ['charge.dispute.updated', { ...dispute, status: 'warning_needs_response' }],
    ['charge.expired', charge],
    ['charge.failed', { ...charge, status: 'failed' }],
    ['charge.pending', { ...charge, status: 'pending' }],
    ['charge.refund.updated', { ...refund, status: 'failed' }],
    ['charge.refunded', { ...charge, refunded: true, amount_refunded: 2000 }],
    ['charge.succeeded', charge],
    ['checkout.session.async_payment_failed', { ...session, status: 'complete' }],
    ['checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' }],
    ['checkout.session.completed', { ...session, status: 'complete', payment_status: 'paid' }],
    ['checkout.session.expired', { ...session, status: 'expired' }],
    ['customer.created', plain('customer')],
    ['invoice.paid', plain('invoice')],
    ['payment_intent.canceled', { ...intent, status: 'canceled' }],
    ['payment_intent.payment_failed', intent],
    ['payment_intent.processing', { ...intent, status: 'processing' }],
    ['payment_intent.succeeded', { ...intent, status: 'succeeded' }],
    ['payout.failed', plain('payout')],
    ['radar.early_fraud_warning.created', newWarning(charge, created)],
    ['refund.created', refund],
    ['refund.failed', { ...refund, status: 'failed' }],
    ['refund.updated', { ...refund, status: 'pending' }],
    ['review.closed', { ...review, open: false, closed_reason: 'approved' }],
    ['review.opened', review],
    ['setup_intent.succeeded', plain('setup_intent')],
  ]
}

describeOnBothEngines('the provider’s public events', (databases) => {
  const openShop = useShops(databases)

  test.each([
    ['paid', 'card'],
    ['refunded', 'card'],
    ['disputed', 'card'],
    ['pending', 'invoice'],
  ] as const)('answer 200 and leave a %s order as it is', async (status, paymentMethod) => {
    const shop = await openShop()
    const { body } = await shop.checkOut({ paymentMethod }).expect(201)
    const { id } = body.order
    if (paymentMethod === 'invoice') await payByCard(shop.ctx, id)
    else reach(shop, id, status)
    await settle(shop.ctx, id)
    const before = await look(shop, id)
    expect(before.order?.status).toBe(status)
    for (const [type, object] of [...eventsAbout(null), ...eventsAbout(id)]) {
      const { body, signature } = signedEvent(type, object, { secret: webhookSecret })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await request(shop.app).post(apiRoutes.stripeWebhook).set(headers).send(body)
      expect([type, answer.status]).toEqual([type, 200])
    }
    await shop.ctx.background.settled()
    expect(await look(shop, id)).toEqual(before)
    const levels = shop.logged.map(({ level }) => level)
    expect(levels).not.toContain(50)
  })

  function reach({ stripe }: TestShop, id: string, status: 'paid' | 'refunded' | 'disputed' | 'pending') {
    const session = stripe.sessionOf(id)
    stripe.pay(session)
    if (status === 'refunded') stripe.refund(session, 45_800)
    if (status === 'disputed') stripe.dispute(session, 'needs_response')
  }

  async function look({ ctx: { database } }: TestShop, id: string) {
    const { db } = database
    const found = await findOrder(db, id)
    const order = found && { ...found, checked_at: null, next_check_at: null }
    const licences = await db.selectFrom('licences').select(['status', 'suspended_by']).execute()
    const mails = await db.selectFrom('mails').select('kind').execute()
    const documents = await db.selectFrom('invoices').select('number').execute()
    return { order, licences, mails: mails.length, documents: documents.length }
  }
})
