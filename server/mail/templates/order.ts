import { formatMoney } from '#shared/money.ts'
import { routes } from '#shared/routes.ts'
import type { OrderLineRow, OrderRow } from '../../db/rows/orders.ts'
import { taxOf } from '../../invoices/content.ts'
import { outstandingOf } from '../../orders/transfer.ts'
import type { Attachment, Block } from '../blocks.ts'
import type { IssuedDocument } from '../sources.ts'

/** Parts that several mails of an order share. */

export function amountsOf(order: OrderRow, lines: OrderLineRow[]): Block {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const rule = taxOf(order)
  const part = partOf(order)
  const tax = rule && order.tax > 0 ? [{ label: `Includes ${rule.name}`, amount: money(order.tax) }] : []
  return {
    type: 'amounts',
    amounts: [
      ...lines.map(({ name, qty, amount }) => ({ label: `${qty} × ${name}`, amount: money(amount) })),
      ...tax,
      { label: `Total, ${order.currency}`, amount: money(order.total) },
      ...(part
        ? [
            { label: 'Received', amount: money(part.received) },
            { label: `Still to pay, ${order.currency}`, amount: money(part.rest) },
          ]
        : []),
    ],
  }
}

/** In cents; null unless a transfer brought less than the total so far. */
export function partOf(order: OrderRow): { received: number; rest: number } | null {
  const { status, received_amount: received } = order
  return status === 'pending' && received !== null ? { received, rest: outstandingOf(order) } : null
}

/** Such an order sends no key. */
export function isChange(lines: OrderLineRow[]): boolean {
  return lines.some(({ change }) => change !== null)
}

export function attachmentsOf(document: IssuedDocument | null): Attachment[] {
  if (!document) return []
  return [{ filename: `${document.number}.pdf`, content: document.pdf, contentType: 'application/pdf' }]
}

export function yourLicences(siteUrl: string) {
  return { label: 'Your licences', url: `${siteUrl}${routes.licences}` }
}

export function reasonOf({ number }: OrderRow, siteUrl: string): string {
  return `You get this because order ${number} was made at ${new URL(siteUrl).host} with this address.`
}
