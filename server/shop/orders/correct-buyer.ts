import { abnCountry, nzbnCountry } from '#shared/buyer/abn-country.ts'
import { addressNames } from '#shared/buyer/postal-address.ts'
import { isVatId, whyNoVatId } from '#shared/buyer/vat-id.ts'
import type { BuyerCorrection } from '#shared/licensing/mine-requests.ts'
import type { Buyer } from '#shared/orders/checkout.ts'
import type { Site } from '#shared/seller/site.ts'
import type { ShopContext } from '../../context.ts'
import {
  enqueueLicenceChanged,
  type LicenceWebhookContext,
} from '../../licences/licensing/licence-webhooks.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'
import { type CorrectedInvoice, type CorrectionRefused, correctInvoice } from '../invoices/correct.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { correctCountry } from './correct-country.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { enqueueOrderChanged } from './order-webhooks.ts'
import { readdressOrder } from './readdress-order.ts'
import { actOnOrder, type By } from './revision.ts'

type Correction = BuyerCorrection & {
  email?: string | undefined
  country?: string | undefined
  /** Reason for a change of country, printed on the note that cancels the invoice. */
  reason?: string | undefined
}

const refusals: Record<CorrectionRefused, string> = {
  invoice_not_issued: 'This order has no invoice yet.',
  corrected_too_often: 'This invoice was corrected three times already. Write to us.',
  correction_too_late: 'An invoice can be corrected within 12 months. Write to us.',
}

/**
 * Replaces the current invoice with one that names the buyer correctly, and mails it. A new address ends the
 * order's links. A new country changes the tax, so a note cancels the invoice and another follows.
 * @param trx a transaction that has locked the order
 * @param options `byStaff` lifts the limits of number and time, and the need for an invoice
 * @returns the current invoice, or null; `isNew` is false if it already named this buyer
 * @throws AppError 409 with a code of `CorrectionRefused`
 * @throws AppError 422 for a VAT ID of another country than the buyer's, and as `correctCountry` does
 */
export async function correctBuyerOf(
  shop: ShopContext,
  trx: Trx,
  { order, correction }: { order: OrderRow; correction: Correction },
  { who, byStaff = false }: { who: string; byStaff?: boolean },
): Promise<{ invoice: CorrectedInvoice | null; isNew: boolean }> {
  const moment = momentOf(shop)
  const { site, pricing } = shop.library.typed
  const before = buyerOf(order)
  const after = correct(before, correction)
  const isElsewhere = after.country !== before.country
  const reason = isElsewhere ? correction.reason : undefined
  const corrected = { ...order, buyer: JSON.stringify(after), revision: order.revision + 1 }
  const issuing = { site, siteUrl: shop.config.siteUrl, ...moment }
  const moved = isElsewhere
    ? await correctCountry(trx, { before: order, order: corrected, reason }, issuing)
    : null
  const { tax } = moved ?? order
  const { invoice, isNew } = moved?.invoice
    ? { invoice: moved.invoice, isNew: true }
    : await correctDocument(trx, { ...corrected, tax }, { site, byStaff, ...moment })
  const { buyer, revision } = corrected
  if (!isNew && buyer === order.buyer) return { invoice, isNew }
  await updateOrder(trx, order.id, { buyer, revision, tax })
  await enqueueOrderChanged(trx, order, { ...corrected, tax }, { site, ...moment })
  if (correction.email)
    await moveLicences(trx, order, { email: correction.email, who }, { site, pricing, ...moment })
  const documents = isNew && invoice ? { number: invoice.number, replaces: invoice.replaces } : {}
  const change = {
    before: { ...before, ...(isElsewhere && { tax: order.tax }) },
    after: { ...after, ...(isElsewhere && { tax }), ...documents, reason },
  }
  const act = isNew ? 'invoice.corrected' : 'order.buyer_corrected'
  await recordAudit(trx, { who, act, subject: order.id, ...change }, moment)
  if (isNew && invoice) {
    const told = { ...invoice, note: moved?.invoice?.note, reason }
    await tellOfInvoice(trx, { orderId: order.id, recipient: after.email, told }, moment)
  }
  await readdressOrder(trx, { before: order, order: corrected, isMailed: isNew }, moment)
  return { invoice, isNew }
}

type Told = CorrectedInvoice & { note: string | undefined; reason: string | undefined }

async function tellOfInvoice(
  trx: Trx,
  { orderId, recipient, told }: { orderId: string; recipient: string; told: Told },
  moment: Moment,
): Promise<void> {
  const { number, replaces, note, reason } = told
  const detail = `${number} replaces ${replaces}${reason ? `: ${reason}` : ''}`
  await recordEvent(trx, { orderId, event: 'invoice.corrected', detail }, moment)
  const mail = {
    kind: 'invoice_corrected',
    dedupeKey: `order:${orderId}:corrected:${number}`,
    recipient,
    orderId,
    params: { number, replaces, note, reason },
  } as const
  await enqueueMail(trx, mail, moment)
}

/**
 * Staff may also correct an order without an invoice.
 * @throws AppError 409 with a code of `CorrectionRefused`
 */
async function correctDocument(
  trx: Trx,
  order: OrderRow,
  { byStaff, ...issuing }: Moment & { site: Site; byStaff: boolean },
): Promise<{ invoice: CorrectedInvoice | null; isNew: boolean }> {
  const result = await correctInvoice(trx, order, { ...issuing, isLimited: !byStaff })
  if (typeof result !== 'string') return result
  if (byStaff && result === 'invoice_not_issued') return { invoice: null, isNew: false }
  throw new AppError(409, result, refusals[result])
}

/** @throws AppError 404 `order_not_found`, 409 `changed_meanwhile` */
export async function correctBuyerByStaff(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  correction: Correction,
  { who, revision, bind }: By,
): Promise<void> {
  await loadPdf()
  await actOnOrder(shop, { id }, revision, async (trx, order) => {
    await bind?.(trx, id)
    await correctBuyerOf(shop, trx, { order, correction }, { who, byStaff: true })
  })
}

const replaceable = ['companyName', 'abn', 'nzbn', 'purchaseOrder', ...addressNames] as const

function correct(buyer: Buyer, correction: Correction): Buyer {
  const { name, email, country = buyer.country } = correction
  const isElsewhere = country !== buyer.country
  const vatId = replaced(buyer.vatId, correction.vatId)
  // A form sends the earlier country's number unchanged.
  const isKept = vatId === undefined || isVatId(vatId, country)
  if (correction.vatId && !isKept && !(isElsewhere && vatId === buyer.vatId))
    throw invalidField('/vatId', whyNoVatId(country))
  return {
    ...buyer,
    name,
    country,
    ...Object.fromEntries(replaceable.map((part) => [part, replaced(buyer[part], correction[part])])),
    ...(isElsewhere && country !== abnCountry && { abn: undefined }),
    ...(isElsewhere && country !== nzbnCountry && { nzbn: undefined }),
    vatId: isKept ? vatId : undefined,
    email: email || buyer.email,
  }
}

/** An absent field stays, and an empty one clears it. */
function replaced(before: string | undefined, given: string | undefined): string | undefined {
  return (given ?? before) || undefined
}

/** Leaves licences that moved to another person. */
async function moveLicences(
  trx: Trx,
  order: OrderRow,
  { email, who }: { email: string; who: string },
  context: LicenceWebhookContext,
): Promise<void> {
  const before = { email: order.customer_email }
  const moved = await trx
    .updateTable('licences')
    .set({ email })
    .where(sameEmail('email', before.email))
    .where('email', '!=', email)
    .where('order_line_id', 'in', (lines) =>
      lines.selectFrom('order_lines').select('id').where('order_id', '=', order.id),
    )
    .returningAll()
    .execute()
  for (const licence of moved) {
    const entry = {
      who,
      act: 'licence.holder_corrected',
      subject: licence.id,
      before,
      after: { email },
    } as const
    await recordAudit(trx, entry, context)
    await enqueueLicenceChanged(trx, { ...licence, ...before }, licence, context)
  }
}
