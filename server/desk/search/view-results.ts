import type { SearchResult } from '#shared/desk/answers.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import { describeKey } from '#shared/desk/words.ts'
import type { QuoteContent } from '#shared/orders/invoice.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import type { AuditEntryRow } from '../../runtime/db/rows/sign-in.ts'
import { shownEmail } from '../../runtime/shown-email.ts'

const noteLength = 160

type Buyer = Pick<OrderRow, 'company_name' | 'customer_name' | 'customer_email' | 'purchase_order'>

function describeBuyer(row: Buyer): string {
  const purchase = row.purchase_order ? `, PO ${row.purchase_order}` : ''
  return `${namesOf(row.company_name, row.customer_name)}, ${shownEmail(row.customer_email)}${purchase}`
}

/** Shows both, since either may have matched the search. */
export function namesOf(company: string | null, name: string): string {
  return company === null || company === name ? name : `${company}, ${name}`
}

export function toOrder(order: OrderRow): SearchResult {
  return {
    kind: 'order',
    id: order.id,
    title: order.number,
    detail: describeBuyer(order),
    href: deskRoutes.order(order.number),
    at: order.created_at,
    status: order.status,
    total: order.total,
    currency: order.currency,
  }
}

export function toQuote(quote: QuoteRow): SearchResult {
  const { note }: QuoteContent = JSON.parse(quote.content)
  return {
    kind: 'quote',
    id: quote.id,
    title: quote.number,
    detail: note ? `${describeBuyer(quote)}: ${note.slice(0, noteLength)}` : describeBuyer(quote),
    href: deskRoutes.quote(quote.id),
    at: quote.created_at,
    total: quote.total,
    currency: quote.currency,
  }
}

export function toLicence(licence: LicenceRow): SearchResult {
  return {
    kind: 'licence',
    id: licence.id,
    title: `${licence.plan}, key ${describeKey(licence.key_hint)}`,
    detail: `${namesOf(licence.licensed_company, licence.licensed_name)}, ${shownEmail(licence.email)}`,
    href: deskRoutes.licence(licence.id),
    at: licence.created_at,
    status: licence.status,
    updatesUntil: licence.updates_until,
  }
}

export type FoundNote = Pick<AuditEntryRow, 'id' | 'at' | 'who' | 'subject' | 'after'> & {
  /** Null for a note on a customer. */
  number: string | null
}

export function toNote({ id, at, who, subject, after, number }: FoundNote): SearchResult {
  const { text } = JSON.parse(after) as { text: string }
  return {
    kind: 'note',
    id,
    title: `On ${number ?? shownEmail(subject)}`,
    detail: `${describeWho(who)}: ${text.slice(0, noteLength)}`,
    href: number ? deskRoutes.order(number) : deskRoutes.customer(subject),
    at,
  }
}

export function toMessage({ id, reference, name, message, created_at: at }: MessageRow): SearchResult {
  const detail = `${name}: ${message.split('\n')[0]?.slice(0, 80) ?? ''}`
  return { kind: 'message', id, title: reference, detail, href: deskRoutes.message(id), at }
}
