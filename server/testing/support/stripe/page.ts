import type { Express } from 'express'
import { type StripeOptions, type StripeServer, signedEvent } from '../stripe-server.ts'

/** The customer pays here, or goes back. An ended session has no page. */
export function showPage(app: Express, stripe: StripeServer, webhook: StripeOptions['webhook']): void {
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
