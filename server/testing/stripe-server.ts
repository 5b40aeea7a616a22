import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type Response } from 'express'

type Metadata = Record<string, string>

type Charge = { id: string; object: 'charge'; amount_refunded: number; disputed: boolean }

type Intent = { id: string; object: 'payment_intent'; metadata: Metadata; latest_charge: Charge }

type Session = {
  id: string
  object: 'checkout.session'
  url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string
  metadata: Metadata
  success_url: string
  cancel_url: string
  payment_intent: Intent | null
}

type Dispute = { id: string; object: 'dispute'; payment_intent: string; status: string }

export type StripeServer = {
  url: string
  sessions: Map<string, Session>
  /** Answers correctly, breaks connections, sends nonsense, or stays silent. */
  mood: 'well' | 'down' | 'garbage' | 'silent'
  /** API calls, such as "POST /v1/checkout/sessions". */
  calls: string[]
  sessionOf(orderId: string): Session
  pay(session: Session, change?: { amount_total?: number; currency?: string }): void
  expire(session: Session): void
  refund(session: Session, amount: number): void
  dispute(session: Session, status: 'needs_response' | 'won' | 'lost'): void
  close(): Promise<void>
}

export type StripeOptions = {
  port?: number /** Where a payment on its page is reported to. */
  webhook?: { url: string; secret: string }
}

/** Stands in for Stripe on loopback, with Checkout Sessions, refunds, disputes and a payment page. */
export async function startStripe({ port = 0, webhook }: StripeOptions = {}): Promise<StripeServer> {
  const sessions = new Map<string, Session>()
  const disputes: Dispute[] = []
  const app = express()
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    mood: 'well',
    calls: [],
    sessionOf(orderId) {
      const found = [...sessions.values()].find(({ client_reference_id }) => client_reference_id === orderId)
      if (!found) throw new Error(`no session for ${orderId}`)
      return found
    },
    pay(session, change = {}) {
      Object.assign(session, { status: 'complete', payment_status: 'paid', ...change })
      session.payment_intent ??= {
        id: `pi_${randomUUID()}`,
        object: 'payment_intent',
        metadata: session.metadata,
        latest_charge: { id: `ch_${randomUUID()}`, object: 'charge', amount_refunded: 0, disputed: false },
      }
    },
    expire(session) {
      session.status = 'expired'
    },
    refund(session, amount) {
      chargeOf(session).amount_refunded += amount
    },
    dispute(session, status) {
      chargeOf(session).disputed = true
      const payment_intent = session.payment_intent?.id ?? ''
      const known = disputes.find((dispute) => dispute.payment_intent === payment_intent)
      if (known) known.status = status
      else disputes.push({ id: `dp_${randomUUID()}`, object: 'dispute', payment_intent, status })
    },
    close: () => close(server),
  }
  answerApi(app, stripe, disputes)
  showPage(app, stripe, webhook)
  return stripe
}

/** A webhook's body and signature. */
export function signedEvent(
  type: string,
  object: object,
  { secret, id = `evt_${randomUUID()}`, at = Date.now() }: { secret: string; id?: string; at?: number },
): { body: string; signature: string } {
  const body = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } })
  const timestamp = Math.floor(at / 1000)
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { body, signature: `t=${timestamp},v1=${mac}` }
}

/** A webhook names the payment by its id alone. */
export function toEventObject(session: Session): object {
  return { ...session, payment_intent: session.payment_intent?.id ?? null }
}

function answerApi(app: Express, stripe: StripeServer, disputes: Dispute[]): void {
  const answers = new Map<string, object>()
  app.use('/v1', express.urlencoded({ extended: true }), (req, res, next) => {
    stripe.calls.push(`${req.method} ${req.baseUrl}${req.path}`)
    if (stripe.mood === 'down') return void req.socket.destroy()
    if (stripe.mood === 'silent') return
    if (stripe.mood === 'garbage') return void res.status(200).send('<html>')
    const key = req.get('idempotency-key')
    const known = req.method === 'POST' && key ? answers.get(key) : undefined
    if (known) return void res.json(known)
    const send = res.json.bind(res)
    res.json = (body) => {
      if (req.method === 'POST' && key) answers.set(key, body)
      return send(body)
    }
    next()
  })
  app.post('/v1/checkout/sessions', (req, res) => {
    const items = Object.values(req.body.line_items) as {
      quantity: string
      price_data: { unit_amount: string; currency: string }
    }[]
    const id = `cs_test_${randomUUID()}`
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `${stripe.url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: items.reduce(
        (sum, { quantity, price_data }) => sum + Number(quantity) * Number(price_data.unit_amount),
        0,
      ),
      currency: items[0]?.price_data.currency ?? '',
      client_reference_id: req.body.client_reference_id,
      metadata: req.body.metadata,
      success_url: req.body.success_url,
      cancel_url: req.body.cancel_url,
      payment_intent: null,
    }
    stripe.sessions.set(id, session)
    res.json(session)
  })
  app.get('/v1/checkout/sessions/:id', (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    if (session) res.json(session)
    else refuse(res, 404, `No such checkout.session: ${req.params.id}`)
  })
  app.post('/v1/checkout/sessions/:id/expire', (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    if (session) stripe.expire(session)
    res.json(session)
  })
  app.post('/v1/refunds', (req, res) => {
    const session = [...stripe.sessions.values()].find(
      ({ payment_intent }) => payment_intent?.id === req.body.payment_intent,
    )
    const amount = Number(req.body.amount)
    if (!session || amount + chargeOf(session).amount_refunded > session.amount_total) {
      return refuse(res, 400, 'Refund amount is greater than unrefunded amount on charge')
    }
    stripe.refund(session, amount)
    res.json({ id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded' })
  })
  app.get('/v1/disputes', (req, res) => {
    const data = disputes.filter(({ payment_intent }) => payment_intent === req.query.payment_intent)
    res.json({ object: 'list', data, has_more: false })
  })
  app.get('/v1/payment_intents/:id', (req, res) => {
    const session = [...stripe.sessions.values()].find(
      ({ payment_intent }) => payment_intent?.id === req.params.id,
    )
    res.json(session?.payment_intent)
  })
}

function refuse(res: Response, status: number, message: string): void {
  res.status(status).json({ error: { type: 'invalid_request_error', message } })
}

/** The customer pays here, or goes back. */
function showPage(app: Express, stripe: StripeServer, webhook: StripeOptions['webhook']): void {
  app.get('/pay/:id', (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    res.send(
      `<!DOCTYPE html><html lang="en"><title>Pay</title><link rel="icon" href="data:,"><h1>Pay ${session?.amount_total}</h1>
      <form method="post"><button>Pay</button></form><a href="${session?.cancel_url}">Back</a></html>`,
    )
  })
  app.post('/pay/:id', async (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    if (!session) return void res.status(404).end()
    stripe.pay(session)
    if (webhook) {
      const { body, signature } = signedEvent('checkout.session.completed', toEventObject(session), webhook)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await fetch(webhook.url, { method: 'POST', headers, body })
    }
    res.redirect(303, session.success_url)
  })
}

function chargeOf({ payment_intent }: Session): Charge {
  if (!payment_intent) throw new Error('not paid yet')
  return payment_intent.latest_charge
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
