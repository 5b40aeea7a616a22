import type { Response } from 'express'
import { z } from 'zod'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import {
  type CheckoutOrder,
  itemSchema,
  type QuoteOrder,
  type QuoteRequest,
} from '#shared/orders/checkout.ts'
import type { AppContext } from '../../context.ts'
import { countUnknownKey } from '../../licences/licensing/activation-rate.ts'
import type { Asked } from '../../web/endpoint.ts'
import { readIdempotencyKey } from '../../web/idempotency/keys.ts'
import { idempotencyKeySchema } from '../../web/idempotency/openapi.ts'

/** A visitor's request for an order or a quote. */
export type NewOrder = {
  key: string
  body: unknown
  remoteIp: string | undefined
  /** Counts a new order, and throws to refuse it. Retries don't count. */
  countOrder(): Promise<void>
}

export function asksForChange(body: unknown): boolean {
  return isGiven(body, 'licence') || isGiven(body, 'change')
}

/** Null counts as absent. */
export function isGiven(body: unknown, member: string): boolean {
  return (Object(body)[member] ?? null) !== null
}

/** Removes members without effect and the human check's token, which differs in each try. */
export function contentOf({
  verification: _token,
  items,
  ...others
}: CheckoutOrder | QuoteOrder | QuoteRequest): object {
  return { ...others, items: items?.map((item) => itemSchema.safeParse(item).data ?? null) }
}

export const newOrderHeaders = z.object({ 'Idempotency-Key': idempotencyKeySchema })

export const newOrderErrors = [
  'idempotency_key_required',
  'checkout_closed',
  'validation_failed',
  'cart_empty',
  'sku_unknown',
  'qty_invalid',
  'code_invalid',
  'buyer_identity_required',
  'licence_key_malformed',
  'licence_not_found',
  'licence_key_replaced',
  'licence_suspended',
  'licence_revoked',
  'change_not_offered',
  'verification_failed',
  'in_progress',
  'idempotency_key_reused',
  'verification_unavailable',
] as const satisfies ErrorCode[]

/**
 * @throws AppError of `newOrderErrors`, and as `place` does; 429 for too many orders, or guessed licence keys
 */
export async function placeOnce<Placed>(
  ctx: Pick<AppContext, 'rateLimits'>,
  asked: Asked,
  res: Response | undefined,
  place: (order: NewOrder) => Promise<Placed>,
): Promise<Placed> {
  const { headers, body, ip: remoteIp } = asked
  const key = readIdempotencyKey(headers['idempotency-key'])
  if (isGiven(body, 'licence')) await ctx.rateLimits.unknownKeys.requireLeft(asked)
  const countOrder = () => ctx.rateLimits.newOrdersAndQuotes.take(asked, res)
  return countUnknownKey(ctx, asked, res, () => place({ key, body, remoteIp, countOrder }))
}
