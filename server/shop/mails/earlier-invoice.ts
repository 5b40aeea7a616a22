import { formatDate } from '#shared/calendar/calendar.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { taxOf } from '../invoices/content.ts'
import type { EarlierInvoice } from '../invoices/earlier-invoice.ts'
import { transferOf } from '../orders/transfer.ts'

/** Says why there are two invoices: " It follows INV-000001, which adjustment note ADJ-000001 cancelled …". */
export function earlierText(order: OrderRow, earlier: EarlierInvoice | null): string {
  if (!earlier) return ''
  const { number, note } = earlier
  const title = titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null }).toLowerCase()
  const cancelled = `${title} ${note.number} had cancelled ${number}`
  return ` It follows ${number}. ${whyText(order, earlier, cancelled)} Keep all three: together they come to the order’s price, once.`
}

function whyText(order: OrderRow, { note, paid }: EarlierInvoice, cancelled: string): string {
  const lapse = transferOf(order)?.steps.find(({ kind }) => kind === 'lapse')?.day
  // An order lapses once its last day is over, so an earlier note cancelled it.
  if (!lapse || note.date <= lapse) return `The order was cancelled before your money came, and ${cancelled}.`
  return paid !== null && paid <= lapse
    ? `Your money came in time, on ${formatDate(paid)}, but we learnt of it after the order had lapsed, when ${cancelled}.`
    : `The order had lapsed after ${formatDate(lapse)}, before your money came, and ${cancelled}.`
}
