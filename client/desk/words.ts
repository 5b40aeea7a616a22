import { formatMoney } from '#shared/money.ts'
import { inWords } from '../licence/words.ts'

/** An act without words here shows its name. */
const acts: Record<string, string> = {
  'order.placed': 'ordered',
  'order.accepted': 'accepted the order from review',
  'order.cancelled': 'cancelled the order',
  'order.card_payment_opened': 'chose to pay by card',
  'order.credit_refunded': 'paid back what was too much',
  'order.links_revoked': 'revoked the order’s links',
  'order.mail_resent': 'sent the order’s mail again',
  'order.note': 'wrote a note',
  'order.payment_taken': 'took a payment',
  'order.refunded': 'refunded',
  'invoice.corrected': 'corrected the buyer',
  'licence.issued': 'issued the licence',
  'licence.key_replaced': 'replaced the key',
  'licence.machine_released': 'released a machine',
  'licence.machines_forgotten': 'forgot the machines',
  'licence.move_started': 'started a move',
  'licence.moved': 'moved the licence',
  'licence.reinstated': 'reinstated the licence',
  'licence.revoked': 'revoked the licence',
  'licence.seats_set': 'changed the number of machines',
  'licence.suspended': 'suspended the licence',
  'licence.updates_until_set': 'changed the last day of updates',
  'licence.renewal': 'renewed the licence',
  'licence.upgrade': 'upgraded the licence',
  'licence.seats': 'added machines',
  'mail.retried': 'sent a mail that was given up',
  'webhook.retried': 'sent a message that was given up',
  'message.answered': 'marked the message as answered',
  'message.not_spam': 'marked the message as no spam',
  'statement.read': 'read a bank statement',
  'code.added': 'made a discount code',
  'code.ended': 'ended a discount code',
  'desk.session_ended': 'ended a session',
  'desk.token_created': 'made a token',
  'desk.token_revoked': 'revoked a token',
  'erasure.requested': 'asked for erasure',
  'order.paid': 'marked the order as paid',
  'order.pending': 'let the order wait for its payment again',
  'order.review': 'put the order in review',
  'order.expired': 'let the order expire',
  'order.disputed': 'heard of a dispute',
  'order.partially_refunded': 'recorded a refund of a part',
  'order.paid_again': 'received a second payment',
  'order.reminded': 'reminded the buyer',
  created: 'ordered',
  paid: 'paid',
}

export function describeAct(act: string): string {
  return acts[act] ?? act.replaceAll(/[._]/g, ' ')
}

/** @param who an e-mail, "customer", "command line", or null for automatic changes */
export function describeWho(who: string | null): string {
  if (who === null) return 'The shop'
  if (who === 'customer') return 'The customer'
  return who === 'command line' ? 'The command line' : who
}

type Change = { label: string; from: string | null; to: string | null }

/** Leaves out ids, empty lists, and when a row was made, which the entry tells. @param money shows cents */
export function describeChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  money: (cents: number) => string,
): Change[] {
  const show = (name: string, value: unknown) =>
    sums.has(name) && typeof value === 'number' ? money(value) : showValue(value)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name !== 'created_at')
    .map((name) => ({ label: toLabel(name), from: show(name, before[name]), to: show(name, after[name]) }))
    .filter(({ from, to }) => from !== to)
}

const sums = new Set(['received', 'refunded', 'credit'])

/** −8900 → "−$89.00" */
export function formatSum(cents: number, currency: string): string {
  return cents < 0 ? `−${formatMoney(-cents, currency)}` : formatMoney(cents, currency)
}

const teens = 'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ')

/** 16 → "sixteen", 21 → "21": a title that counts goes further than the site's words. */
export function countInWords(count: number): string {
  return teens[count - 11] ?? inWords(count)
}

/** 1, "order" → "1 order" */
export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

const mails: Record<string, string> = {
  order_awaiting: 'Invoice and how to pay',
  order_received: 'Invoice and how to pay',
  order_paid: 'Keys and invoice',
  order_refunded: 'Refund and its note',
  invoice_corrected: 'Corrected invoice',
  licence_changed: 'Your licence has changed',
  licence_issued: 'A licence by hand',
  licence_reminder: 'Updates end soon',
  order_awaited_notice: 'New order awaiting payment',
  order_paid_notice: 'New paid order',
}

/** "order_paid" → "Keys and invoice" */
export function describeMail(kind: string): string {
  const words = mails[kind] ?? kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const labels: Record<string, string> = { text: 'Note', email: 'E-mail' }

/** "purchaseOrder" → "Purchase order" */
function toLabel(name: string): string {
  if (labels[name]) return labels[name]
  const words = name.replaceAll(/[._]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function showValue(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return value.map(showValue).filter(Boolean).join(', ') || null
  if (typeof value === 'string' && /^[a-z]+_[0-9a-f]{32}$/.test(value)) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
