import { afterAll, expect, test } from 'vitest'
import { someOf } from '#shared/testing/properties.ts'
import { openInMemory } from '../../runtime/db/database.ts'
import { migrate } from '../../runtime/db/migrate.ts'
import { isNoticed, type Mutant, mutantsOf } from '../../testing/support/mutants.ts'
import { runCheck, stripeContract } from '../../testing/support/stripe/contract.ts'
import { eventChecks as stripeEventChecks } from '../../testing/support/stripe/event-checks.ts'
import { refusalChecks, runRefusalCheck } from '../../testing/support/stripe/refusal-checks.ts'
import { warningChecks } from '../../testing/support/stripe/warning-checks.ts'
import { eventChecks, runEventCheck } from '../../testing/support/stripe/webhook-checks.ts'

const stripe = mutantsOf('server/shop/payments', [
  'stripe.ts',
  'stripe-session.ts',
  'stripe-snapshot.ts',
  'stripe-refunds.ts',
  'stripe-event.ts',
])
const refusals = mutantsOf('server/shop/payments', ['refusals.ts'])
const events = mutantsOf('server/shop/orders', ['webhook-events.ts'])

/** Checks that notice most mutants of a file come first, which saves time. */
const likely: Record<string, typeof stripeContract> = {
  'stripe-event.ts': stripeEventChecks,
  'stripe-snapshot.ts': warningChecks,
}

const database = openInMemory()
await migrate(database)
afterAll(database.close)

const stripeMutants = [
  ...stripe.within('stripe.ts', /expand = \[[^\]]*\]/g, /'[^']+',?/g, ''),
  ...stripe.within('stripe.ts', /idempotencyKey: `[^`]*`,?/g, /.+/g, ''),
  ...stripe.within('stripe.ts', /idempotencyKey: `[^`]*`/g, /\$\{[^}]*\}/g, ''),
  ...stripe.within(
    'stripe-snapshot.ts',
    /const (closed|inquiries|open): [^=]*= \[[^\]]*\]/g,
    /'[^']+',?/g,
    '',
  ),
  ...stripe.within('stripe-snapshot.ts', /\['requires_payment_method'.*\]/g, /'[^']+',?/g, ''),
  ...stripe.within('stripe-snapshot.ts', /(?<=urgency.*= )\[[^\n]*/g, /'[^']+',?/g, ''),
  ...stripe.within('stripe-snapshot.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(false)'),
  ...stripe.within('stripe-snapshot.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(true)'),
  ...stripe.within('stripe-refunds.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(false)'),
  ...stripe.within('stripe-refunds.ts', /status === '[^']*'/g, /.*/, 'false'),
  ...stripe.instead('stripe.ts', "session.status === 'open'", 'true', 'false'),
  ...stripe.instead('stripe.ts', 'if (!intent)', 'if (false)'),
  ...stripe.instead('stripe.ts', 'stripe.refunds.list(about)', 'Promise.resolve({ data: [] })'),
  ...stripe.instead(
    'stripe.ts',
    'stripe.radar.earlyFraudWarnings.list(about)',
    'Promise.resolve({ data: [] })',
  ),
  ...stripe.instead('stripe.ts', 'stripe.disputes.list(about)', 'Promise.resolve({ data: [] })'),
  ...stripe.instead('stripe.ts', 'stripe.reviews.retrieve(id)', 'Promise.resolve(null)'),
  ...stripe.instead('stripe.ts', 'charge.disputed ?', 'false ?'),
  ...stripe.instead('stripe.ts', 'error.status !== 403', 'true', 'false'),
  ...stripe.instead('stripe.ts', '...retry.metadata', ''),
  ...stripe.instead('stripe.ts', ' || owedByCard(order, { refunded, refunds }) < amount', ''),
  ...stripe.instead('stripe.ts', ' && status !== 409', ''),
  ...stripe.instead('stripe.ts', ' && status !== 429', ''),
  ...stripe.instead('stripe.ts', ' && status < 500', ''),
  ...stripe.instead('stripe-session.ts', 'payment_intent_data: { metadata, ', 'payment_intent_data: { '),
  ...stripe.instead('stripe.ts', ' || !charge?.paid', ''),
  ...stripe.instead('stripe.ts', '[403, 404]', '[403]', '[]'),
  ...stripe.instead(
    'stripe-event.ts',
    '!secrets.some((secret) => isSigned(stripe, body, signature, secret))',
    'false',
  ),
  ...stripe.instead('stripe-event.ts', 'secrets.some(', 'secrets.every(', 'secrets.slice(0, 1).some('),
  ...stripe.instead('stripe-event.ts', 'secret, tolerance', 'secret, 1_000'),
  ...stripe.instead('stripe-event.ts', 'object.client_reference_id ?? ', ''),
  ...stripe.instead('stripe-event.ts', 'object.metadata?.order_id ?? ', ''),
  ...stripe.instead('stripe-event.ts', "typeof intent === 'string' ? intent : ", ''),
  ...stripe.instead('stripe-event.ts', 'intent?.id ?? ', ''),
  ...stripe.instead('stripe-event.ts', "object.object === 'payment_intent' ? object.id : ", ''),
  ...stripe.instead('stripe-event.ts', 'orderId === null && ', ''),
  ...stripe.instead('stripe-event.ts', ' && paymentIntent === null', ''),
  ...stripe.within('stripe-event.ts', /\.catch\((null|undefined)\)/g, /.+/g, ''),
  ...stripe.instead('stripe-refunds.ts', 'again.left -= replaced', ''),
  ...stripe.instead('stripe-refunds.ts', '!isOurs && ', ''),
  ...stripe.instead('stripe-refunds.ts', ' && left === open', ''),
  ...stripe.instead('stripe-refunds.ts', 'names.includes(id)', 'false'),
  ...stripe.instead('stripe-snapshot.ts', "status === 'lost'", 'true', 'false'),
  ...stripe.instead('stripe-snapshot.ts', " || status.startsWith('appeal_')", ''),
  ...stripe.instead('stripe-snapshot.ts', ' && !isForeign(dispute, session)', ''),
  ...stripe.instead('stripe-snapshot.ts', 'amount >= total * nearlyWhole', 'false', 'true'),
  ...stripe.instead(
    'stripe-snapshot.ts',
    'received ? null : stateOf(session, intent)',
    'stateOf(session, intent)',
  ),
]

const refusalMutants = [
  ...refusals.instead('refusals.ts', 'error instanceof PaymentRefused && ', ''),
  ...refusals.instead('refusals.ts', " && error.code !== 'email_invalid'", ''),
  ...refusals.instead(
    'refusals.ts',
    "error instanceof PaymentRefused && error.code !== 'email_invalid'",
    'false',
  ),
  ...refusals.instead('refusals.ts', 'await forgetRefusal(db, matter)', ''),
  ...refusals.instead('refusals.ts', 'if (answer !== null)', 'if (true)'),
  ...refusals.instead('refusals.ts', '      throw error\n', ''),
  ...refusals.within('refusals.ts', /watch\('[^']*'/g, /(?<=')stripe( \w+)?(?=')/g, 'stripe warnings'),
  ...refusals.instead('refusals.ts', 'if (seen?.denied)', 'if (false)'),
  ...refusals.instead('refusals.ts', 'if (seen?.denied === null)', 'if (true)', 'if (false)'),
  ...refusals.within('refusals.ts', /Refusal\(db, 'stripe warnings'/g, /stripe warnings/g, 'stripe'),
  ...refusals.instead('refusals.ts', 'hourMs = 3_600_000', 'hourMs = 60_000', 'hourMs = 7_200_000'),
  ...refusals.instead('refusals.ts', 'mostLetters = 300', 'mostLetters = 500', 'mostLetters = 9'),
  ...refusals.within('refusals.ts', /answer = `.*`/g, /\$\{code[^}]*\}[^}]*\}/g, ''),
  ...refusals.instead('refusals.ts', 'doUpdateSet(row)', 'doNothing()'),
  ...refusals.instead(
    'refusals.ts',
    "await notifyOwner(trx, 'problem', mail",
    "await notifyOwner(trx, 'order_paid', mail",
  ),
  ...refusals.instead('refusals.ts', '  shop.outbox.nudge()\n', ''),
  ...refusals.instead('refusals.ts', 'if (await known.executeTakeFirst())', 'if (false)'),
  ...refusals.instead(
    'refusals.ts',
    "deleteFrom('payment_refusals').where('provider', '=', provider)",
    "deleteFrom('payment_refusals')",
  ),
  ...refusals.instead(
    'refusals.ts',
    ".select('provider').where('provider', '=', provider)",
    ".select('provider').where('provider', '=', '')",
  ),
  ...refusals.instead('refusals.ts', 'matters[provider as Matter] ?? matters.stripe', 'matters.stripe'),
]

const eventMutants = [
  ...events.within('webhook-events.ts', /\/\^.*\/$/gm, /[\w\\.]+(?=\||\))/g, 'nothing'),
  ...events.instead('webhook-events.ts', '/^(checkout', '/(checkout'),
  ...events.instead('webhook-events.ts', 'isWaking ? null : now.toISOString()', 'null', 'now.toISOString()'),
  ...events.instead(
    'webhook-events.ts',
    'now.getTime() + minuteMs)',
    'now.getTime())',
    'now.getTime() + 2 * minuteMs)',
  ),
  ...events.instead(
    'webhook-events.ts',
    "conflict.columns(['provider', 'event_id']).doNothing()",
    "conflict.columns(['provider', 'event_id']).doUpdateSet(row)",
  ),
  ...events.instead(
    'webhook-events.ts',
    'isWaking && stored !== undefined',
    'isWaking',
    'stored !== undefined',
  ),
  ...events.instead('webhook-events.ts', 'if (orderId) await settle(shop, orderId)', ''),
  ...events.instead('webhook-events.ts', 'processed_at: shop.clock().toISOString()', 'processed_at: null'),
  ...events.instead('webhook-events.ts', ".where('event_id', '=', event.id)", ''),
  ...events.instead('webhook-events.ts', 'minuteMs = 60_000', 'minuteMs = 30_000', 'minuteMs = 120_000'),
  ...events.instead(
    'webhook-events.ts',
    'givenUpAfterMs = 3 * 24',
    'givenUpAfterMs = 2 * 24',
    'givenUpAfterMs = 5 * 24',
  ),
  ...events.instead('webhook-events.ts', ".where('processed_at', 'is', null)", ''),
  ...events.instead('webhook-events.ts', ".where('next_attempt_at', '<=', now.toISOString())", ''),
  ...events.instead('webhook-events.ts', "'<=', now", "'<', now"),
  ...events.within('webhook-events.ts', /\.where\('received_at'.*\n/g, /.+/g, ''),
  ...events.instead(
    'webhook-events.ts',
    ".orderBy('next_attempt_at')",
    ".orderBy('next_attempt_at', 'desc')",
  ),
  ...events.instead('webhook-events.ts', '.limit(50)', '', '.limit(1)'),
  ...events.instead(
    'webhook-events.ts',
    'Math.max(minuteMs, age / 2)',
    'minuteMs',
    'age / 2',
    'Math.max(minuteMs, age)',
  ),
  ...events.instead('webhook-events.ts', ".where('event_id', '=', row.event_id)", ''),
  ...events.instead('webhook-events.ts', ".where('next_attempt_at', '=', row.next_attempt_at)", ''),
  ...events.instead('webhook-events.ts', 'if (numUpdatedRows > 0n)', 'if (numUpdatedRows > 1n)', ''),
  ...events.instead('webhook-events.ts', 'if (orderId) return orderId', ''),
  ...events.instead('webhook-events.ts', 'if (!paymentIntent) return null', 'return null'),
  ...events.instead('webhook-events.ts', '(await byPayment.executeTakeFirst())?.id ?? ', ''),
  ...events.instead('webhook-events.ts', '(await payments?.findOrderId(paymentIntent)) ?? ', ''),
]

test('there are mutants of every kind', () => {
  expect(stripeMutants.length).toBeGreaterThan(50)
  expect(refusalMutants.length).toBeGreaterThan(20)
  expect(eventMutants.length).toBeGreaterThan(30)
})

test.each(someOf(stripeMutants))('a check fails when $name', async (mutant) => {
  const { createStripeProvider } = await loadAs<typeof import('./stripe.ts')>(stripe, mutant)
  const checks = { ...likely[mutant.file], ...stripeContract }
  expect(await isNoticed(checks, (check) => runCheck(createStripeProvider, check))).toBe(true)
})

test.each(someOf(refusalMutants))('a check fails when $name', async (mutant) => {
  const made = await loadAs<typeof import('./refusals.ts')>(refusals, mutant)
  expect(await isNoticed(refusalChecks, (check) => runRefusalCheck(database.db, made, check))).toBe(true)
})

test.each(someOf(eventMutants))('a check fails when $name', async (mutant) => {
  const made = await loadAs<typeof import('../orders/webhook-events.ts')>(events, mutant)
  expect(await isNoticed(eventChecks, (check) => runEventCheck(database.db, made, check))).toBe(true)
})

async function loadAs<Module>({ load }: Pick<typeof stripe, 'load'>, mutant: Mutant): Promise<Module> {
  return (await load(mutant)) as Module
}
