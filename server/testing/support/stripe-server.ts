import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import type { Stripe } from 'stripe'
import { answerApi } from './stripe/api.ts'
import { createMoves, createStore, type RefundStatus, type StripeMoves } from './stripe/store.ts'

export type StripeServer = StripeMoves & {
  url: string
  sessions: Map<string, Stripe.Checkout.Session>
  /** Answers correctly, breaks connections, sends nonsense, stays silent, or refuses the key with 401 or 403. */
  mood: 'well' | 'down' | 'garbage' | 'silent' | 'wrong key' | 'restricted' | 'busy' | 'locked' | 'broken'
  /** Beginnings of paths, such as "/radar", that a restricted key may not call. */
  denied: string[]
  /** The status of their refusal. */
  deniedBy: number
  /** Status of refunds that the API creates. */
  refundsTurn: RefundStatus
  /** API calls, such as "POST /v1/checkout/sessions". */
  calls: string[]
  /** The order's latest session. */
  sessionOf(orderId: string): Stripe.Checkout.Session
  /** The address of the order's open payment page. */
  pageOf(orderId: string): string
  close(): Promise<void>
}

export type StripeOptions = {
  port?: number
  /** Where a payment on its page is reported to. */
  webhook?: { url: string; secret: string }
  /** Judges `expires_at` and dates objects. */
  clock?: (() => Date) | undefined
}

/** Stands in for Stripe on loopback, with Checkout Sessions, refunds, disputes and a payment page. */
export async function startStripe({
  port = 0,
  webhook,
  clock = () => new Date(),
}: StripeOptions = {}): Promise<StripeServer> {
  const store = createStore()
  const now = () => Math.floor(clock().getTime() / 1000)
  const app = express().set('query parser', 'extended')
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stripe: StripeServer = {
    ...createMoves(store, now),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions: store.sessions,
    mood: 'well',
    denied: [],
    deniedBy: 403,
    refundsTurn: 'succeeded',
    calls: [],
    sessionOf(orderId) {
      const found = [...store.sessions.values()].findLast((each) => each.client_reference_id === orderId)
      if (!found) throw new Error(`no session for ${orderId}`)
      return found
    },
    pageOf(orderId) {
      const { url } = stripe.sessionOf(orderId)
      if (!url) throw new Error(`no open page for ${orderId}`)
      return url
    },
    close: () => close(server),
  }
  answerApi(app, { stripe, store, now })
  showPage(app, stripe, webhook)
  return stripe
}

/** A webhook's body and signature. Its object names others by id alone. */
export function signedEvent(
  type: string,
  object: object,
  { secret, id = `evt_${randomUUID()}`, at = Date.now() }: { secret: string; id?: string; at?: number },
): { body: string; signature: string } {
  const timestamp = Math.floor(at / 1000)
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: timestamp,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
  return signedText(JSON.stringify(event), { secret, at })
}

/** Any text with the signature that Stripe would give it. */
export function signedText(
  body: string,
  { secret, at = Date.now() }: { secret: string; at?: number },
): { body: string; signature: string } {
  const timestamp = Math.floor(at / 1000)
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { body, signature: `t=${timestamp},v1=${mac}` }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/** The customer pays here, or goes back. An ended session has no page. */
function showPage(app: Express, stripe: StripeServer, webhook: StripeOptions['webhook']): void {
  app.get('/pay/:id', (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    if (session?.status !== 'open') return void res.status(404).end()
    res.send(
      `<!DOCTYPE html><html lang="en"><title>Pay</title><link rel="icon" href="data:,"><h1>Pay ${session.amount_total}</h1>
      <form method="post"><button>Pay</button></form><a href="${session.cancel_url}">Back</a></html>`,
    )
  })
  app.post('/pay/:id', async (req, res) => {
    const session = stripe.sessions.get(req.params.id)
    if (session?.status !== 'open') return void res.status(404).end()
    stripe.pay(session)
    if (webhook) {
      const { body, signature } = signedEvent('checkout.session.completed', session, webhook)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await fetch(webhook.url, { method: 'POST', headers, body })
    }
    res.redirect(303, session.success_url ?? '/')
  })
}
