import { abnCountry, nzbnCountry } from '#shared/buyer/abn-country.ts'
import { addressNames } from '#shared/buyer/postal-address.ts'
import { isVatId, whyNoVatId } from '#shared/buyer/vat-id.ts'
import type { BuyerCorrection } from '#shared/licensing/mine-requests.ts'
import type { Buyer } from '#shared/orders/checkout.ts'
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
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'
import { type CorrectedInvoice, type CorrectionRefused, correctInvoice } from '../invoices/correct.ts'
import { loadPdf } from '../invoices/pdf.ts'
import { correctCountry } from './correct-country.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { enqueueOrderChanged } from './order-webhooks.ts'
import { readdressOrder } from './readdress-order.ts'
import { type By, lockAsSeen } from './revision.ts'

type Correction = BuyerCorrection & {
  email?: string | undefined
  country?: string | undefined
  /** Why the country changes, for the document that cancels an invoice. */
  reason?: string | undefined
}

const refusals: Record<CorrectionRefused, string> = {
  invoice_not_issued: 'This order has no invoice yet.',
  corrected_too_often: 'This invoice was corrected three times already. Write to us.',
  correction_too_late: 'An invoice can be corrected within 12 months. Write to us.',
}

/**
 * Replaces the invoice in force with one that names the buyer correctly, and mails it. Another address ends the order's links.
 * Another country changes the tax, so a note cancels the invoice and another follows.
 * @param trx a transaction that has locked the order
 * @param options `byStaff` lifts the limits of number and time, and the need for an invoice
 * @returns the current invoice, or null; `isNew` is false if it already named this buyer
 * @throws AppError 409 with a code of `CorrectionRefused`, 422 for a VAT ID that isn't one of the buyer's country, or as
 * `correctCountry`
 */
export async function correctBuyerOf(
  shop: ShopContext,
  trx: Trx,
  { order, correction }: { order: OrderRow; correction: Correction },
  { who, byStaff = false }: { who: string; byStaff?: boolean },
): Promise<{ invoice: CorrectedInvoice | null; isNew: boolean }> {
  const moment = momentOf(shop)
  const before = buyerOf(order)
  const after = correct(before, correction)
  const corrected = { ...order, buyer: JSON.stringify(after), revision: order.revision + 1 }
  const seller = shop.library.typed.site
  const isElsewhere = after.country !== before.country
  const moved = isElsewhere
    ? await correctCountry(
        trx,
        { before: order, order: corrected, reason: correction.reason },
        { seller, siteUrl: shop.config.siteUrl, ...moment },
      )
    : null
  const { tax } = moved ?? order
  const result = moved?.invoice
    ? { invoice: moved.invoice, isNew: true }
    : await correctInvoice(trx, { ...corrected, tax }, { seller, isLimited: !byStaff, ...moment })
  if (typeof result === 'string' && !(byStaff && result === 'invoice_not_issued')) {
    throw new AppError(409, result, refusals[result])
  }
  const { invoice, isNew } = typeof result === 'string' ? { invoice: null, isNew: false } : result
  const { buyer, revision } = corrected
  if (!isNew && buyer === order.buyer) return { invoice, isNew }
  await updateOrder(trx, order.id, { buyer, revision, tax })
  const { site, pricing } = shop.library.typed
  await enqueueOrderChanged(trx, order, { ...corrected, tax }, { site, ...moment })
  if (correction.email)
    await moveLicences(trx, order, { email: correction.email, who }, { site, pricing, ...moment })
  const documents = isNew && invoice ? { number: invoice.number, replaces: invoice.replaces } : {}
  const act = isNew ? 'invoice.corrected' : 'order.buyer_corrected'
  const change = isElsewhere
    ? {
        before: { ...before, tax: order.tax },
        after: { ...after, tax, ...documents, reason: correction.reason },
      }
    : { before, after: { ...after, ...documents } }
  await recordAudit(trx, { who, act, subject: order.id, ...change }, moment)
  if (isNew && invoice) {
    const { number, replaces } = invoice
    const why = isElsewhere && correction.reason ? `: ${correction.reason}` : ''
    const detail = `${number} replaces ${replaces}${why}`
    await recordEvent(trx, { orderId: order.id, event: 'invoice.corrected', detail }, moment)
    const mail = {
      kind: 'invoice_corrected',
      dedupeKey: `order:${order.id}:corrected:${number}`,
      recipient: after.email,
      orderId: order.id,
      params: { number, replaces, note: moved?.invoice?.note, reason: moved ? correction.reason : undefined },
    } as const
    await enqueueMail(trx, mail, moment)
  }
  await readdressOrder(trx, { before: order, order: corrected, isMailed: isNew }, moment)
  return { invoice, isNew }
}

/** @throws AppError 404 `order_not_found`, 409 `changed_meanwhile` */
export async function correctBuyerByStaff(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  correction: Correction,
  { who, revision, bind }: By,
): Promise<void> {
  await loadPdf()
  await shop.database.db.transaction().execute(async (trx) => {
    const order = await lockAsSeen(trx, id, revision)
    await bind?.(trx, id)
    await correctBuyerOf(shop, trx, { order, correction }, { who, byStaff: true })
  })
  shop.outbox.nudge()
}

function correct(buyer: Buyer, correction: Correction): Buyer {
  const { name, companyName, abn, nzbn, purchaseOrder, email, country = buyer.country } = correction
  const isElsewhere = country !== buyer.country
  const vatId = correction.vatId === undefined ? buyer.vatId : correction.vatId || undefined
  // A form repeats the number of the country before.
  const isKept = vatId === undefined || isVatId(vatId, country)
  if (correction.vatId && !isKept && !(isElsewhere && vatId === buyer.vatId))
    throw invalidField('/vatId', whyNoVatId(country))
  return {
    ...buyer,
    name,
    country,
    companyName,
    abn: isElsewhere && country !== abnCountry ? undefined : abn,
    nzbn:
      isElsewhere && country !== nzbnCountry
        ? undefined
        : nzbn === undefined
          ? buyer.nzbn
          : nzbn || undefined,
    vatId: isKept ? vatId : undefined,
    ...Object.fromEntries(addressNames.map((part) => [part, (correction[part] ?? buyer[part]) || undefined])),
    purchaseOrder,
    email: email || buyer.email,
  }
}

/** Licences that moved to somebody else stay where they are. */
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
