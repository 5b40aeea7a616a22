import express, { type Express, type Request, type Response } from 'express'
import type { Stripe } from 'stripe'
import type { StripeServer } from '../stripe-server.ts'
import { expandList, expandObject } from './expand.ts'
import { refuseReused } from './idempotency.ts'
import { newSession } from './objects.ts'
import { findUnknown, known } from './parameters.ts'
import { missing, Refusal } from './refusal.ts'
import type { StripeStore } from './store.ts'

type Account = { stripe: StripeServer; store: StripeStore; now(): number }

/** Answers as Stripe does: by id unless `expand` asks for more, 404 for the unknown, 400 for the refused. */
export function answerApi(app: Express, account: Account): void {
  const { stripe, store } = account
  app.use('/v1', express.urlencoded({ extended: true }), (req, res, next) => {
    stripe.calls.push(`${req.method} ${req.baseUrl}${req.path}`)
    if (stripe.mood === 'down') return void req.socket.destroy()
    if (stripe.mood === 'silent') return
    if (stripe.mood === 'garbage') return void res.status(200).send('<html>')
    if (stripe.mood === 'broken') throw new Refusal(500, 'Something went wrong', { type: 'api_error' })
    if (stripe.mood === 'busy') throw new Refusal(429, 'Too many requests', { code: 'rate_limit' })
    if (stripe.mood === 'locked') throw new Refusal(409, 'Another request holds it', { code: 'lock_timeout' })
    const isKnown = /^Bearer (sk|rk)_/.test(req.get('authorization') ?? '') && stripe.mood !== 'wrong key'
    if (!isKnown) throw new Refusal(401, 'Invalid API Key provided')
    const isDenied = stripe.denied.some((path) => req.path.startsWith(path))
    if (stripe.mood === 'restricted' || isDenied)
      throw new Refusal(
        stripe.deniedBy,
        'The provided key does not have the required permissions for this endpoint',
      )
    next()
  })
  app.use('/v1', refuseReused())

  app.post('/v1/checkout/sessions', (req, res) => {
    requireKnown(req.body, known.session)
    const session = newSession(readSession(req, account.now()), stripe.url)
    store.sessions.set(session.id, session)
    const { description = null, metadata = {} } = req.body.payment_intent_data ?? {}
    store.passedOn.set(session.id, { description, metadata })
    res.json(expandObject(store, session, pathsOf(req.body)))
  })
  app.get('/v1/checkout/sessions/:id', (req, res) => {
    requireKnown(req.query, known.retrieve)
    res.json(expandObject(store, find(store.sessions, 'checkout.session', req), pathsOf(req.query)))
  })
  app.post('/v1/checkout/sessions/:id/expire', (req, res) => {
    const session = find(store.sessions, 'checkout.session', req)
    if (session.status !== 'open')
      throw new Refusal(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}.`,
      )
    stripe.expire(session)
    res.json(session)
  })
  app.get('/v1/payment_intents/:id', (req, res) => {
    requireKnown(req.query, known.retrieve)
    res.json(expandObject(store, find(store.intents, 'payment_intent', req), pathsOf(req.query)))
  })
  app.get('/v1/reviews/:id', (req, res) => {
    requireKnown(req.query, known.retrieve)
    res.json(find(store.reviews, 'review', req))
  })
  app.post('/v1/refunds', (req, res) => {
    requireKnown(req.body, known.refund)
    res.json(createRefund(account, req.body))
  })
  answerList(app, store, 'refunds', (store) => store.refunds)
  answerList(app, store, 'disputes', (store) => store.disputes)
  answerList(app, store, 'radar/early_fraud_warnings', withWhetherActionable)
  app.use('/v1', (req) => {
    throw new Refusal(404, `Unrecognized request URL (${req.method}: ${req.originalUrl}).`)
  })
  app.use('/v1', (error: unknown, _req: Request, res: Response, next: express.NextFunction) => {
    if (!(error instanceof Refusal)) return next(error)
    res.locals.isKept = !error.isEarly
    res.status(error.status).json({ error: error.error })
  })
}

type Listed = { id: string; charge: unknown; payment_intent?: unknown }

/** Newest first. */
function answerList<Each extends Listed>(
  app: Express,
  store: StripeStore,
  name: string,
  all: (store: StripeStore) => Each[],
): void {
  app.get(`/v1/${name}`, ({ query }, res) => {
    requireKnown(query, known.list)
    const { payment_intent: intent, charge, starting_after: after, limit = '10' } = query
    const fitting = all(store)
      .filter((each) => intent === undefined || each.payment_intent === intent)
      .filter((each) => charge === undefined || each.charge === charge)
      .toReversed()
    const rest = fitting.slice(after === undefined ? 0 : fitting.findIndex(({ id }) => id === after) + 1)
    const page = rest.slice(0, Number(limit))
    const data = expandList(store, page, pathsOf(query))
    res.json({ object: 'list', url: `/v1/${name}`, data, has_more: rest.length > page.length })
  })
}

/** Adds `actionable`, true until the charge is disputed or refunded in full. */
function withWhetherActionable({
  warnings,
  disputes,
  charges,
}: StripeStore): Stripe.Radar.EarlyFraudWarning[] {
  return warnings.map((warning) => ({
    ...warning,
    actionable:
      warning.actionable &&
      !charges.get(String(warning.charge))?.refunded &&
      !disputes.some(({ charge }) => charge === warning.charge),
  }))
}

function find<Each>(all: Map<string, Each>, what: string, { params }: Request): Each {
  const found = all.get(String(params.id))
  if (!found) throw missing(what, params.id)
  return found
}

function requireKnown(sent: unknown, allowed: Record<string, unknown>): void {
  const param = findUnknown(sent, allowed)
  if (param)
    throw new Refusal(400, `Received unknown parameter: ${param}`, {
      isEarly: true,
      code: 'parameter_unknown',
      param,
    })
}

function pathsOf({ expand = [] }: { expand?: unknown }): string[] {
  return Object.values(expand as object).map(String)
}

/** Cents. Stripe's least sums, of the currencies that tests use. */
const minimums: Record<string, number> = { aud: 50, eur: 50, gbp: 30, nzd: 50, usd: 50 }
const maximum = 99_999_999

/** Seconds. Stripe keeps a session open for this long. */
const [shortest, longest] = [30 * 60, 24 * 60 * 60]

function readSession({ body }: Request, now: number) {
  const items = Object.values(body.line_items ?? {}) as {
    quantity: string
    price_data: { unit_amount: string; currency: string }
  }[]
  const refuse = (message: string, code: string, param?: string) =>
    new Refusal(400, message, { code, ...(param && { param }) })
  if (body.mode !== 'payment' || items.length === 0 || items.length > 100)
    throw refuse('You must specify between 1 and 100 line items.', 'parameter_missing', 'line_items')
  const total = items.reduce(
    (sum, { quantity, price_data }) => sum + Number(quantity) * Number(price_data.unit_amount),
    0,
  )
  const currency = items[0]?.price_data.currency ?? ''
  if (!Number.isSafeInteger(total)) throw refuse('Invalid integer', 'parameter_invalid_integer')
  if (total < (minimums[currency] ?? 0))
    throw refuse(
      'The Checkout Session’s total amount is below the minimum charge amount.',
      'amount_too_small',
    )
  if (total > maximum) throw refuse('The total amount is too large.', 'amount_too_large')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(body.customer_email))
    throw refuse(`Invalid email address: ${body.customer_email}`, 'email_invalid', 'customer_email')
  const expiresAt = Number(body.expires_at ?? now + longest)
  if (expiresAt < now + shortest || expiresAt > now + longest)
    throw refuse(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      'parameter_invalid_integer',
      'expires_at',
    )
  return {
    amount_total: total,
    cancel_url: body.cancel_url ?? null,
    client_reference_id: body.client_reference_id ?? null,
    created: now,
    currency,
    customer_email: body.customer_email,
    expires_at: expiresAt,
    metadata: body.metadata ?? {},
    success_url: body.success_url,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** The bank holds the money. An inquiry holds nothing. */
const holding = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']

function createRefund(
  { stripe, store }: Account,
  {
    payment_intent,
    amount,
    metadata,
  }: { payment_intent: string; amount: string; metadata?: Stripe.Metadata },
): Stripe.Refund {
  if (!store.intents.has(payment_intent)) throw missing('payment_intent', payment_intent)
  const session = [...store.sessions.values()].find((each) => each.payment_intent === payment_intent)
  if (session?.payment_status !== 'paid')
    throw new Refusal(400, 'This PaymentIntent does not have a successful charge to refund.')
  const charge = stripe.chargeOf(session).id
  const isDisputed = store.disputes.some((each) => each.charge === charge && holding.includes(each.status))
  if (isDisputed)
    throw new Refusal(400, `Charge ${charge} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = stripe.chargeOf(session).amount - stripe.refundedOf(session)
  if (Number(amount) > left)
    throw new Refusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
  return stripe.refund(session, Number(amount), { status: stripe.refundsTurn, metadata: metadata ?? {} })
}
