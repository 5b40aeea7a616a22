import express, { Router } from 'express'
import { z } from 'zod'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext, ShopContext } from '../../context.ts'
import { plain } from '../../web/endpoint.ts'
import { AppError, methodNotAllowed } from '../../web/http/errors.ts'
import { anyText, json } from '../../web/openapi/description.ts'
import { storeEvent, workOff } from '../orders/webhook-events.ts'
import { type PaymentEvent, SignatureError } from './provider.ts'

export const paymentsApi = [
  plain('post', apiRoutes.stripeWebhook, {
    summary: 'An event of Stripe',
    headers: z.object({ 'Stripe-Signature': anyText }),
    body: json(z.looseObject({})),
    answers: {
      200: { description: 'The event is on disk.', content: json(z.object({ received: z.literal(true) })) },
    },
    errors: ['signature_invalid', 'event_not_stored', 'webhook_not_configured'],
  }),
]

/**
 * Must precede body parsers, because the signature covers raw bytes. 200 means that the event is stored, or
 * concerns no order or payment.
 */
export function createRouter(ctx: ShopContext & Pick<AppContext, 'background'>): Router {
  const router = Router()
  router.post(apiRoutes.stripeWebhook, express.raw({ type: () => true, limit: '1mb' }), async (req, res) => {
    const event = await readEvent(ctx, req.body, req.get('stripe-signature') ?? '')
    if (!event) {
      res.json({ received: true })
      return
    }
    const isNew = await storeEvent(ctx.database.db, event, ctx.clock()).catch((error) => {
      throw new AppError(503, 'event_not_stored', 'The event could not be stored.', { cause: error })
    })
    res.json({ received: true })
    if (isNew) ctx.background.run('webhook', () => workOff(ctx, event))
  })
  router.all(apiRoutes.stripeWebhook, methodNotAllowed('POST'))
  return router
}

async function readEvent(
  { payments }: ShopContext,
  body: unknown,
  signature: string,
): Promise<PaymentEvent | null> {
  if (!payments) throw new AppError(503, 'webhook_not_configured', 'No webhook secret is configured.')
  try {
    return await payments.readEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw new AppError(400, 'signature_invalid', 'The signature is missing, wrong or too old.')
  }
}
