import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Site } from '#shared/seller/site.ts'
import { licenceNote } from '../../licences/mails/licence-issued.ts'
import type { Attachment, Part } from '../../messages/mail/blocks.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { writeCsv } from '../../web/http/csv.ts'
import { taxOf } from '../invoices/content.ts'
import { transferOf } from '../orders/transfer.ts'
import { licenceChanged } from './licence-changed.ts'
import { amountsOf, attachmentsOf, creditBlocks, purchaseOrderIn, toBuyer, waiverBlocks } from './order.ts'
import type { EarlierInvoice, IssuedDocument, LicenceForMail, OrderForMail } from './sources.ts'

export const orderPaid = toBuyer(async (found, context) => {
  const { order, lines, openOrder } = found
  const { site, siteUrl, sources } = context
  const invoice = await sources.document(order.id, 'invoice')
  const receipt = await sources.document(order.id, 'receipt')
  const document = receipt ?? invoice
  const earlier = earlierText(order, await sources.earlierInvoice(order.id))
  const attached: Part[] = document ? [attachedText(order, document, receipt !== null) + earlier] : []
  if (changesLicence(lines)) return licenceChanged(found, { document, attached }, context)
  const licences = found.licences.filter(({ status }) => status === 'active')
  const word = licences.length === 1 ? 'key' : 'keys'
  return {
    subject:
      licences.length > 0
        ? `Your ${site.product} licence ${word}, order ${order.number}${purchaseOrderIn(order)}`
        : `Your ${site.product} order ${order.number}${purchaseOrderIn(order)}`,
    title: 'Thank you. It’s done.',
    blocks: [
      openOrder,
      ...keysOf(licences, found, site),
      amountsOf(order, lines),
      ...creditBlocks(found),
      ...attached,
      ...waiverBlocks(order),
      'The order’s page always has your keys and your invoice. Keep the link to yourself: it opens the order.',
      {
        type: 'links',
        links: [
          { label: `Download ${site.product}`, url: `${siteUrl}${routes.downloads}` },
          { label: 'Activate a machine', url: `${siteUrl}${routes.activation}` },
          { label: 'Your licences', url: `${siteUrl}${routes.licences}` },
        ],
      },
    ],
    attachments: [...attachmentsOf(document), ...keysFile(licences, found, site)],
  }
})

/** An order invoiced before its payment gets a receipt. */
function attachedText(order: OrderRow, { number }: IssuedDocument, isReceipt: boolean): string {
  const title = titleOf({ kind: isReceipt ? 'receipt' : 'invoice', taxed: taxOf(order) !== null })
  return `${title} ${number} is attached.`
}

/** A refund may have revoked the keys by now. */
function keysOf(
  licences: LicenceForMail[],
  { order: { number }, lines }: OrderForMail,
  { company: { timeZone } }: Site,
): Part[] {
  if (licences.length === 0) {
    return [`Order ${number} is paid. It has no key in use at the moment; its page says why.`]
  }
  if (licences.length > mostKeysInText)
    return [
      `Order ${number} is paid. Your ${licences.length} keys are in the attached ${keysFileName(number)}. Keep them safe: anyone who has a key can use it.`,
    ]
  const [are, them] = licences.length === 1 ? ['key is', 'it'] : ['keys are', 'them']
  return [
    `Order ${number} is paid. Your ${are} below. Keep ${them} safe: anyone who has a key can use it.`,
    {
      type: 'keys',
      keys: licences.map((licence) => ({ key: licence.key, note: noteOf(licence, lines, timeZone) })),
    },
  ]
}

/** A mail with more keys approaches 102 KB, where some mail programs cut it off. */
const mostKeysInText = 50

const keysFileName = (orderNumber: string) => `licences-${orderNumber}.csv`

function keysFile(
  licences: LicenceForMail[],
  { order: { number }, lines }: OrderForMail,
  { company: { timeZone } }: Site,
): Attachment[] {
  if (licences.length <= mostKeysInText) return []
  const rows = licences.map(({ key, seats, updatesUntil, lineId }) => [
    key,
    lines.find(({ id }) => id === lineId)?.name ?? null,
    seats.limit,
    dayIn(timeZone, updatesUntil),
  ])
  const content = Buffer.from(writeCsv([['key', 'licence', 'machines', 'updates until'], ...rows]))
  return [{ filename: keysFileName(number), content, contentType: 'text/csv; charset=utf-8' }]
}

function noteOf(licence: LicenceForMail, lines: OrderLineRow[], timeZone: string): string {
  const line = lines.find(({ id }) => id === licence.lineId)
  return licenceNote({ ...licence, plan: line?.name }, timeZone)
}

/** Explains the second invoice: " It follows INV-000001, which note ADJ-000001 cancelled …". */
function earlierText(order: OrderRow, earlier: EarlierInvoice | null): string {
  if (!earlier) return ''
  const { number, note } = earlier
  const title = titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null }).toLowerCase()
  const cancelled = `${title} ${note.number} had cancelled ${number}`
  return ` It follows ${number}. ${whyText(order, earlier, cancelled)} Keep all three: together they come to the order’s price, once.`
}

function whyText(order: OrderRow, { note, paid }: EarlierInvoice, cancelled: string): string {
  const lapse = transferOf(order)?.steps.find(({ kind }) => kind === 'lapse')?.day
  // An order lapses after its last day, so an earlier note means a cancellation.
  if (!lapse || note.date <= lapse) return `The order was cancelled before your money came, and ${cancelled}.`
  return paid !== null && paid <= lapse
    ? `Your money came in time, on ${formatDate(paid)}, but we learnt of it after the order had lapsed, when ${cancelled}.`
    : `The order had lapsed after ${formatDate(lapse)}, before your money came, and ${cancelled}.`
}
