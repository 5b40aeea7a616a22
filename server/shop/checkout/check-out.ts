import { mayWithdraw } from '#shared/buyer/withdrawal.ts'
import { waiverMissing } from '#shared/buyer/withdrawal-words.ts'
import {
  type CheckoutOrder,
  changeCheckoutSchema,
  checkoutSchema,
  type QuoteOrder,
  quoteCheckoutSchema,
  withName,
} from '#shared/orders/checkout.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import type { AppContext, ShopContext } from '../../context.ts'
import { findObstacle } from '../../licences/changes/settle-changes.ts'
import { accessToken } from '../../people/link-access/access.ts'
import { isToken } from '../../people/link-access/cookie.ts'
import { requireHuman } from '../../people/verification/require-human.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalid, parse } from '../../web/http/parse.ts'
import { type Attempt, bindKey, releaseKey, takeKey, unbindKey } from '../../web/idempotency/keys.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { readTerms } from '../orders/accepted-terms.ts'
import { paymentOf } from '../orders/next-status.ts'
import { findLines, findOrder, type OrderWithLines } from '../orders/order-store.ts'
import { viewOrder } from '../orders/order-view.ts'
import { settle } from '../orders/settle.ts'
import { refuseCardSum } from '../payments/card-sum.ts'
import { openPaymentPage } from '../payments/open-payment-page.ts'
import { PaymentUnavailable } from '../payments/provider.ts'
import { refreshQuote } from '../quotes/look-up-quote.ts'
import { findOpenedQuote, quoteNotFound, requireOrderable } from '../quotes/quotes.ts'
import { basketOf, readBasket } from './basket.ts'
import { requireOpenCheckout } from './closed.ts'
import { type Basket, createOrder } from './create-order.ts'
import { asksForChange, contentOf, isGiven, type NewOrder } from './new-order.ts'
import type { PricedOrder } from './price-order.ts'

type CheckoutContext = ShopContext & Pick<AppContext, 'verifier' | 'library'>

type AnyCheckout = CheckoutOrder | QuoteOrder

type CheckoutRequest = NewOrder & {
  /** Receives the stored order, even if its payment page can't be opened. */
  onOrder?(order: OrderRow, accessToken: string): void
}

/**
 * Stores the order before asking the provider, so that a retry with the same key resumes it.
 * @throws AppError with the codes that `api.ts` lists
 */
export async function checkOut(
  ctx: CheckoutContext,
  { key, body, ...request }: CheckoutRequest,
): Promise<PlacedOrder> {
  const checkout = parseCheckout(body)
  const { db } = ctx.database
  const moment = momentOf(ctx)
  const attempt = await takeKey(db, { scope: 'checkout', key, content: contentOf(checkout) }, moment)
  try {
    const placed = await findPlaced(ctx, attempt)
    const { order, lines } = placed ?? (await place(ctx, attempt, checkout, request))
    const token = accessToken(await ctx.keyring.secrets(db), order)
    request.onOrder?.(order, token)
    const opened = await openPayment(ctx, order, lines).catch((error) =>
      freeQuote(ctx, attempt, { order, error }),
    )
    return await answer(ctx, opened, token)
  } finally {
    await releaseKey(db, attempt)
  }
}

/** Leaves a missing name to `requireBuyer`, because its code depends on the total. */
function parseCheckout(body: unknown): AnyCheckout {
  if (isGiven(body, 'quote')) return parse(quoteCheckoutSchema, body)
  return asksForChange(body)
    ? (changeCheckoutSchema.safeParse(body).data ?? parse(withName(changeCheckoutSchema), body))
    : (checkoutSchema.safeParse(body).data ?? parse(withName(checkoutSchema), body))
}

async function findPlaced(
  { database: { db } }: ShopContext,
  { made: orderId }: Attempt,
): Promise<OrderWithLines | null> {
  const order = orderId ? await findOrder(db, orderId) : null
  if (!order) return null
  requireLinks(order)
  return { order, lines: await findLines(db, order.id) }
}

/** A repeat would return keys and a new link, so revoked links refuse it too. */
function requireLinks({ link_generation: generation }: OrderRow): void {
  if (generation === 0) return
  const detail = 'This order was placed before, and its links were revoked. Its newest mail opens it.'
  throw new AppError(403, 'order_links_revoked', detail)
}

async function place(
  ctx: CheckoutContext,
  attempt: Attempt,
  checkout: AnyCheckout,
  { remoteIp, countOrder }: Pick<CheckoutRequest, 'remoteIp' | 'countOrder'>,
): Promise<OrderWithLines> {
  requireOpenCheckout(ctx)
  const { site } = ctx.library.typed
  const { siteUrl } = ctx.config
  const { basket: priced, quote } = await basketAndQuote(ctx, checkout)
  const basket = withWaiver(priced, checkout)
  if (checkout.paymentMethod === 'card') requireCards(ctx, quote ?? basket.priced)
  await countOrder()
  await requireHuman(ctx, checkout.verification, remoteIp)
  const moment = momentOf(ctx)
  if (checkout.paymentMethod === 'invoice') await loadPdf()
  const { paymentMethod } = checkout
  const terms = await readTerms(ctx.library)
  const placed = await ctx.database.db.transaction().execute(async (trx) => {
    // Settling a late payment also locks the licence first, so the two can't deadlock.
    if (quote) await requirePossible(trx, basket.priced.lines, { site, now: moment.now })
    const made = await createOrder(trx, { basket, paymentMethod, site, siteUrl, terms, quote }, moment)
    await bindKey(trx, attempt, { order_id: made.order.id })
    return made
  })
  ctx.outbox.nudge()
  return placed
}

/**
 * An EU consumer keeps the right to withdraw if another program orders without `waivesWithdrawal`.
 * @throws AppError 422 if an EU consumer doesn't agree that delivery begins at once
 */
function withWaiver(basket: Basket, { waivesWithdrawal }: AnyCheckout): Basket {
  if (!mayWithdraw(basket.buyer)) return basket
  if (waivesWithdrawal === false)
    throw invalid([{ pointer: '/waivesWithdrawal', code: 'required', detail: waiverMissing }])
  return { ...basket, buyer: { ...basket.buyer, waivesWithdrawal } }
}

async function basketAndQuote(
  ctx: ShopContext,
  checkout: AnyCheckout,
): Promise<{ basket: Basket; quote: QuoteRow | null }> {
  if ('quote' in checkout) {
    const quote = await requireQuote(ctx, checkout.quote)
    requireSamePrice({ expectedTotal: checkout.expectedTotal ?? quote.total }, quote)
    return { basket: basketOf(quote, checkout), quote }
  }
  const basket = await readBasket(ctx, checkout)
  requireSamePrice(checkout, basket.priced)
  return { basket, quote: null }
}

/** @throws AppError 404 `quote_not_found`, 409 `quote_used`, `quote_withdrawn`, `quote_expired` */
async function requireQuote(
  ctx: ShopContext,
  { id, accessToken: token }: QuoteOrder['quote'],
): Promise<QuoteRow> {
  const opened = await findOpenedQuote(ctx, id, [token].filter(isToken))
  if (!opened) throw quoteNotFound()
  const quote = await refreshQuote(ctx, opened)
  await requireOrderable(ctx.database.db, quote, ctx.clock())
  return quote
}

/**
 * Checks again, since the licence may have changed since the quote.
 * @throws AppError 422 `change_not_offered`
 */
async function requirePossible(
  trx: Trx,
  lines: Basket['priced']['lines'],
  parts: Parameters<typeof findObstacle>[2],
): Promise<void> {
  const obstacle = await findObstacle(trx, lines, parts)
  if (!obstacle) return
  const detail = `The quote no longer fits: ${obstacle}. Make a new one.`
  throw invalid([{ pointer: '/quote/id', code: 'change_not_offered', detail }], 'change_not_offered')
}

/** @throws AppError 422 `payment_method_unavailable` */
function requireCards({ payments }: ShopContext, sum: Pick<PricedOrder, 'total' | 'currency'>): void {
  const detail = payments
    ? refuseCardSum(sum)
    : 'Card payment isn’t available. Choose payment by bank transfer.'
  if (detail === null) return
  const code = 'payment_method_unavailable'
  throw new AppError(422, code, detail, { errors: [{ pointer: '/paymentMethod', code, detail }] })
}

function requireSamePrice(
  { expectedTotal }: Pick<CheckoutOrder, 'expectedTotal'>,
  { total, tax, currency }: Pick<PricedOrder, 'total' | 'tax' | 'currency'>,
): void {
  if (expectedTotal === total) return
  const detail = 'Prices have changed since they were shown. Look at the new total and order again.'
  throw new AppError(409, 'price_changed', detail, { members: { total, tax, currency } })
}

/** A retry reuses the first payment session while it is unpaid. */
async function openPayment(
  ctx: ShopContext,
  order: OrderRow,
  lines: OrderWithLines['lines'],
): Promise<OrderRow> {
  if (order.total === 0 && order.status === 'pending') return (await settle(ctx, order.id)) ?? order
  if (order.payment_method !== 'card' || order.status !== 'pending') return order
  try {
    // The buyer may have paid on that session, which another would replace.
    if (order.session_id !== null) return (await settle(ctx, order.id)) ?? order
    return order.payment_state === null ? await openFirstPage(ctx, order, lines) : order
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    if (order.session_url !== null) return order
    const next =
      order.quote_id === null
        ? ', and your order is kept: try again in a moment.'
        : ': try again in a moment, or choose bank transfer.'
    const detail = `Our payment provider can’t be reached. Nothing has been charged${next}`
    throw new AppError(503, 'payment_provider_unavailable', detail, { cause: error })
  }
}

/**
 * Expires a quote's order without a payment page, so that the buyer can order differently with the same key.
 */
async function freeQuote(
  ctx: ShopContext,
  attempt: Attempt,
  { order, error }: { order: OrderRow; error: unknown },
): Promise<never> {
  if (order.quote_id !== null && error instanceof AppError) {
    const ended = await settle(ctx, order.id, (now) => paymentOf(now, { expired: now.session_id === null }))
    if (ended?.status === 'expired') await unbindKey(ctx.database.db, attempt)
  }
  throw error
}

function emailRefused(): AppError {
  const detail = 'Our payment provider doesn’t take this address. Check it, or use another.'
  return invalid([{ pointer: '/customer/email', code: 'email_invalid', detail }])
}

async function openFirstPage(
  ctx: ShopContext,
  order: OrderRow,
  lines: OrderWithLines['lines'],
): Promise<OrderRow> {
  const { id: session_id, url: session_url } = await openPaymentPage(ctx, order, lines, emailRefused)
  const { db } = ctx.database
  await db
    .updateTable('orders')
    .set({ session_id, session_url })
    .where('id', '=', order.id)
    .where('session_id', 'is', null)
    .where('status', '=', 'pending')
    .execute()
  return (await findOrder(db, order.id)) ?? order
}

async function answer(ctx: ShopContext, placed: OrderRow, accessToken: string): Promise<PlacedOrder> {
  const order = await viewOrder(ctx, placed)
  const url = order.paymentUrl ?? ctx.config.siteUrl + routes.completedOrder(order.id)
  return {
    order,
    accessToken,
    payment: order.paymentMethod === 'card' ? { action: 'redirect', url } : { action: 'instructions' },
  }
}
