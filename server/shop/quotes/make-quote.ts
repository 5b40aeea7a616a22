import { addDays, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { DeskQuoteRequest } from '#shared/desk/requests/quotes.ts'
import { newChangeQuoteSchema, newQuoteSchema, type QuoteRequest, withName } from '#shared/orders/checkout.ts'
import type { QuoteContent } from '#shared/orders/invoice.ts'
import { documentNumber } from '#shared/orders/numbers.ts'
import { quoteDays } from '#shared/orders/quotes.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { Site } from '#shared/seller/site.ts'
import type { AppContext, ShopContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { requireHuman } from '../../people/verification/require-human.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { nextNumber } from '../../runtime/db/next-number.ts'
import { buyerOf, type Written } from '../../runtime/db/rows/buyer.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { newId } from '../../runtime/ids.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { parse } from '../../web/http/parse.ts'
import { type Bind, bindKey, releaseKey, takeKey } from '../../web/idempotency/keys.ts'
import { type Priceable, readBasket } from '../checkout/basket.ts'
import { requireOpenCheckout } from '../checkout/closed.ts'
import { asksForChange, contentOf, type NewOrder } from '../checkout/new-order.ts'
import { lockCode } from '../codes/codes.ts'
import { requireUseLeft } from '../codes/uses.ts'
import { headOf, lineContents, taxOf } from '../invoices/content.ts'
import { invoicePdf, loadPdf } from '../invoices/pdf.ts'
import { findQuote } from './quotes.ts'

/**
 * Holds the prices of a cart, or of a licence's change, for a buyer. A repeated key and body return the same
 * quote.
 * @throws AppError 422 as checkout does, and as `takeKey` does
 */
export async function makeQuote(
  ctx: ShopContext & Pick<AppContext, 'verifier'>,
  { key, body, remoteIp, countOrder }: NewOrder,
): Promise<QuoteRow> {
  const asked = parseRequest(body)
  const { db } = ctx.database
  const attempt = await takeKey(db, { scope: 'quote', key, content: contentOf(asked) }, momentOf(ctx))
  try {
    const earlier = attempt.made && (await findQuote(db, attempt.made))
    if (earlier) return earlier
    requireOpenCheckout(ctx)
    const draft = await draftQuote(ctx, asked)
    await countOrder()
    await requireHuman(ctx, asked.verification, remoteIp)
    await loadPdf()
    const made = await db.transaction().execute(async (trx) => {
      const row = await storeQuote(trx, draft, quotingOf(ctx))
      await bindKey(trx, attempt, { made: row.id })
      return row
    })
    ctx.outbox.nudge()
    return made
  } finally {
    await releaseKey(db, attempt)
  }
}

/**
 * Makes a quote at the desk, and mails it to its buyer.
 * @throws AppError 422 as checkout does, 409 `price_changed`
 */
export async function makeQuoteByStaff(
  ctx: ShopContext,
  { days, note, expectedTotal, ...asked }: DeskQuoteRequest,
  { who, bind }: { who: string; bind?: Bind },
): Promise<QuoteRow> {
  const draft = await draftQuote(ctx, asked, days)
  requireSeenTotal(expectedTotal, draft)
  await loadPdf()
  const made = await ctx.database.db.transaction().execute(async (trx) => {
    const quoting = quotingOf(ctx)
    const row = await storeQuote(trx, draft, { ...quoting, note })
    const { id, number, total: sum, code, customer_email: email } = row
    const after = { number, sum, ...(code && { with: code }), email, ...(note && { text: note }) }
    await recordAudit(trx, { who, act: 'quote.made', subject: id, after }, quoting)
    await bind?.(trx, id)
    return row
  })
  ctx.outbox.nudge()
  return made
}

/** @throws AppError 409 `price_changed` */
function requireSeenTotal(
  seen: number | undefined,
  { total, tax, currency }: Pick<Draft, 'total' | 'tax' | 'currency'>,
): void {
  if (seen === undefined || seen === total) return
  const [now, before] = [formatMoney(total, currency), formatMoney(seen, currency)]
  const detail = `It comes to ${now}, not the ${before} that you saw. Do it again to mail ${now}.`
  throw new AppError(409, 'price_changed', detail, { members: { total, tax, currency } })
}

/** @throws AppError 422 if an item can't be sold, or the buyer can't get a quote */
async function draftQuote(ctx: ShopContext, asked: Priceable, days = quoteDays): Promise<Draft> {
  const { site } = ctx.library.typed
  const { priced, buyer, priceVersion, tax } = await readBasket(ctx, asked)
  const now = ctx.clock()
  const { timeZone } = site.company
  return {
    id: newId('qte', momentOf(ctx)),
    // An earlier version that runs beside this one needs a value.
    fingerprint: '',
    created_at: now.toISOString(),
    valid_until: endOfDay(timeZone, addDays(dayIn(timeZone, now), days)).toISOString(),
    lines: JSON.stringify(priced.lines),
    currency: priced.currency,
    total: priced.total,
    tax: priced.tax,
    discount: priced.discount,
    code: priced.code,
    tax_rule: tax && JSON.stringify(tax),
    price_version: priceVersion,
    buyer: JSON.stringify(buyer),
  }
}

function quotingOf(ctx: ShopContext): Quoting {
  return { site: ctx.library.typed.site, siteUrl: ctx.config.siteUrl, ...momentOf(ctx) }
}

function parseRequest(body: unknown): QuoteRequest {
  return asksForChange(body)
    ? (newChangeQuoteSchema.safeParse(body).data ?? parse(withName(newChangeQuoteSchema), body))
    : (newQuoteSchema.safeParse(body).data ?? parse(withName(newQuoteSchema), body))
}

type Draft = Omit<Written<QuoteRow>, 'number' | 'state' | 'content' | 'pdf' | 'order_id' | 'withdrawn_at'>
/** @property note the seller's note to the buyer */
type Quoting = Moment & { site: Site; siteUrl: string; note?: string | undefined }

async function storeQuote(
  trx: Trx,
  draft: Draft,
  { site, siteUrl, note, ...moment }: Quoting,
): Promise<QuoteRow> {
  const number = documentNumber('quote', await nextNumber(trx, 'quote'))
  if (draft.code) {
    await lockCode(trx, draft.code)
    await requireUseLeft(trx, draft.code, { email: buyerOf(draft).email, now: moment.now, holds: true })
  }
  const content = quoteContent(draft, number, { site, siteUrl, note, now: moment.now })
  const pdf = await invoicePdf(content, moment.now, site.logo)
  const row = await trx
    .insertInto('quotes')
    .values({ ...draft, number, content: JSON.stringify(content), pdf: new Uint8Array(pdf) })
    .returningAll()
    .executeTakeFirstOrThrow()
  const mail = {
    kind: 'quote_made',
    dedupeKey: `quote:${row.id}`,
    recipient: row.customer_email,
    params: { quoteId: row.id },
  } as const
  await enqueueMail(trx, mail, moment)
  return row
}

function quoteContent(
  draft: Draft,
  number: string,
  { site, siteUrl, note, now }: Omit<Quoting, 'random'>,
): QuoteContent {
  return {
    kind: 'quote',
    ...headOf(draft, { site, siteUrl, number, now }),
    lines: lineContents(JSON.parse(draft.lines).map(withStoredDiscounts), site, taxOf(draft)),
    total: draft.total,
    tax: taxOf(draft) ? draft.tax : 0,
    validUntil: dayIn(site.company.timeZone, draft.valid_until),
    ...(note && { note }),
  }
}

function withStoredDiscounts<Line extends { discounts: unknown }>(line: Line) {
  return { ...line, discounts: JSON.stringify(line.discounts) }
}
