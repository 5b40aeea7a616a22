import { formatMoney } from '../money.ts'
import type { AuditEntry, SearchResult } from './answers.ts'
import type { BookBasis } from './books-answers.ts'
import type { Carried } from './mail-answers.ts'
import type { StatementLine } from './statement-answers.ts'

const states: Record<string, string> = {
  paid: 'Paid',
  pending: 'Awaiting payment',
  review: 'In review',
  disputed: 'Disputed',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Lapsed',
  active: 'On',
  suspended: 'Suspended',
  revoked: 'Revoked',
  sent: 'Sent',
  queued: 'Waiting',
  sending: 'Waiting',
  dead: 'Given up',
  unanswered: 'Unanswered',
  answered: 'Answered',
  wrong_amount: 'Wrong amount',
  wrong_date: 'Wrong day',
  matched: 'Matched',
  none: 'No order',
  already: 'Already here',
  running: 'Running',
  later: 'Not yet',
  spent: 'Spent',
  ended: 'Ended',
  quarantined: 'Held as spam',
}

/** "pending" → "Awaiting payment" */
export function stateWord(state: string): string {
  return states[state] ?? state.replaceAll('_', ' ')
}

/** How an order is paid, also by its stored name: "invoice" → "Transfer" */
export function methodWord(method: 'card' | 'invoice' | 'transfer'): string {
  return method === 'card' ? 'Card' : 'Transfer'
}

type LineState = Pick<StatementLine, 'state' | 'reason' | 'currency' | 'orders' | 'by'>

/** Of a bank's line: "No order", "In USD", "2 orders fit" */
export function lineWord({ state, reason, currency, orders, by }: LineState): string {
  if (state === 'several') {
    if (orders.length > 1) return `${orders.length} orders fit`
    return by === 'name' ? 'Only amount and name fit' : 'It names others too'
  }
  if (reason === 'money_out') return 'Money out'
  if (reason === 'not_booked') return 'Not booked yet by the bank'
  return reason === 'currency' ? `In ${currency}` : stateWord(state)
}

/** "pending" → "awaiting payment", within a sentence. */
export function stateInText(state: string): string {
  return stateWord(state).toLowerCase()
}

/** "…-2LFA8" → "2LFA8", as people type it. A whole key gives its end too. */
export function tailOfKey(key: string): string {
  return key.replace(/^.*-/, '').replace(/[^0-9A-Za-z]/g, '')
}

/** "…-2LFA8" → "ending 2LFA8". Never a whole key. */
export function describeKey(key: string): string {
  return `ending ${tailOfKey(key)}`
}

/** A change's line names its key: "Extra machine, PRMT-…-2LFA" → "Extra machine, key ending 2LFA" */
export function describeLine(name: string): string {
  return name.replace(/\b[0-9A-Z]+-…-[0-9A-Z]+/g, (key) => `key ${describeKey(key)}`)
}

/** Acts of people, which stand in the audit. */
const acts = {
  'order.placed': 'ordered',
  'order.accepted': 'accepted the order from review',
  'order.cancelled': 'cancelled the order',
  'order.card_payment_opened': 'chose to pay by card',
  'order.credit_refunded': 'paid back the credit',
  'order.links_revoked': 'revoked the order’s links',
  'order.mail_resent': 'sent the order’s mail again',
  'order.note': 'wrote a note',
  'order.payment_taken': 'took a payment',
  'order.refunded': 'refunded',
  'order.buyer_corrected': 'corrected the buyer',
  'invoice.corrected': 'corrected the buyer',
  'licence.issued': 'issued the licence',
  'licence.sold': 'issued the key',
  'licence.key_replaced': 'replaced the key',
  'licence.machine_released': 'released a machine',
  'licence.machines_forgotten': 'forgot the machines',
  'licence.move_started': 'started a move',
  'licence.moved': 'moved the licence',
  'licence.move_undone': 'undid the move',
  'licence.reinstated': 'reinstated the licence',
  'licence.revoked': 'revoked the licence',
  'licence.seats_set': 'changed the number of machines',
  'licence.suspended': 'suspended the licence',
  'licence.updates_until_set': 'changed the last day of updates',
  'licence.renewal': 'renewed the licence',
  'licence.upgrade': 'upgraded the licence',
  'licence.seats': 'added machines',
  'licence.renewal_reverted': 'took the renewal back',
  'licence.upgrade_reverted': 'took the upgrade back',
  'licence.seats_reverted': 'took the added machines back',
  'mail.retried': 'sent a mail that was given up',
  'webhook.retried': 'sent a message that was given up',
  'message.answered': 'marked the message as answered',
  'message.not_spam': 'marked the message as no spam',
  'statement.read': 'read a bank statement',
  'code.added': 'made a discount code',
  'code.ended': 'ended a discount code',
  'desk.link_made': 'made a link to the desk',
  'desk.link_mailed': 'was mailed a link to the desk',
  'desk.signed_in': 'signed in at the desk',
  'desk.session_ended': 'ended a session',
  'desk.token_created': 'made a token',
  'desk.token_revoked': 'revoked a token',
  'erasure.requested': 'asked for erasure',
  'order.paid': 'marked the order as paid',
  'order.pending': 'let the order wait for its payment again',
  'order.review': 'put the order in review',
  'order.expired': 'let the order lapse',
  'order.disputed': 'heard of a dispute',
  'order.partially_refunded': 'recorded a refund of a part',
  'order.paid_again': 'received a second payment',
  'order.reminded': 'reminded the buyer',
  created: 'ordered',
  paid: 'paid',
}

/** An act that is recorded needs words. */
export type AuditAct = keyof typeof acts

/** @param who as for `describeWho` */
export function describeAct(act: string, who: string | null = null): string {
  if (who === '' && act === 'order.paid') return 'took the payment'
  return (acts as Record<string, string>)[act] ?? act.replaceAll(/[._]/g, ' ')
}

/** @param who an e-mail, "customer", "command line", empty for the payment provider, null for automatic changes */
export function describeWho(who: string | null): string {
  if (who === null) return 'The shop'
  if (who === '') return 'The card provider'
  if (who === 'customer') return 'The customer'
  return who === 'command line' ? 'The command line' : who
}

/** @returns null for the acting person, who is named already, and for what has only an id */
export function describeSubject({ who, subject, name }: Pick<AuditEntry, 'who' | 'subject' | 'name'>) {
  return name === who || subject.startsWith('stm_') ? null : name
}

type Change = { label: string; from: string | null; to: string | null }

type Format = { /** Of cents. */ money(cents: number): string /** Of a time. */; day(at: string): string }

/** Leaves out ids, empty lists, and what the entry itself tells. */
export function describeChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  format: Format,
  /** What people call the subject, which stands beside the changes. */
  subject?: string,
): Change[] {
  const show = (name: string, value: unknown) => showValue(name, value, format)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !untold.has(name))
    .map((name) => ({ label: toLabel(name), from: show(name, before[name]), to: show(name, after[name]) }))
    .filter(({ from, to }) => from !== to && [from, to].some((value) => value !== null && value !== subject))
}

const untold = new Set(['code', 'created_at', 'generation'])

/** "was pending; $90.00 came in" → "was awaiting payment; $90.00 came in" */
export function describeDetail(detail: string): string {
  return detail.replace(/^was (\w+)/, (_, state) => `was ${stateInText(state)}`)
}

/** −8900 → "−$89.00" */
export function formatSum(cents: number, currency: string): string {
  return cents < 0 ? `−${formatMoney(-cents, currency)}` : formatMoney(cents, currency)
}

const mails: Record<string, string> = {
  order_received: 'Invoice and how to pay',
  transfer_reminder: 'Reminder to pay',
  order_lapsed: 'The order has lapsed',
  order_cancelled: 'The order is cancelled',
  order_paid: 'The order is paid',
  order_refunded: 'Refund and its note',
  invoice_corrected: 'Corrected invoice',
  quote_made: 'Quote',
  order_review: 'Order in review',
  order_awaited_notice: 'New order awaiting payment',
  order_paid_notice: 'New paid order',
  orders_paid_summary: 'Paid orders of a day',
  order_refund_notice: 'A refund was made',
  order_dispute_notice: 'A payment is disputed',
  order_partly_paid_notice: 'Part payment came in',
  licence_busy: 'Licence on many machines',
  webhook_given_up: 'Message to a program given up',
  licence_issued: 'A licence by hand',
  licence_reminder: 'Updates end soon',
  machine_released: 'A machine was released',
  key_replaced: 'The new key',
  move_offered: 'Offer of a licence',
  move_accepted: 'A move to confirm',
  move_done: 'The licence has left',
  move_arrived: 'The licence has come',
  move_undone: 'The move is undone',
  contact_message: 'New message',
  contact_received: 'Message received',
  quarantine: 'Messages held as spam',
  sign_in_link: 'Link to their licences',
  sign_in_unknown: 'No licence under this address',
  desk_link: 'Link to the desk',
  erasure_requested: 'Erasure asked for',
  erasure_received: 'Erasure received',
}

const carriedNames: Record<Carried, string> = {
  keys_invoice: 'Keys and invoice',
  keys_receipt: 'Keys and receipt',
  change_invoice: 'Changed licence and invoice',
  change_receipt: 'Changed licence and receipt',
}

/** "order_paid" → "Keys and receipt" */
export function describeMail(kind: string, carries: Carried | null = null): string {
  if (carries) return carriedNames[carries]
  const words = mails[kind] ?? kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const labels: Record<string, string> = {
  text: 'Note',
  email: 'E-mail',
  customer_email: 'E-mail',
  customer_name: 'Name',
  company_name: 'Company',
  kind: 'Mail',
  recipient: 'To',
  status: 'State',
  sku: 'Product',
  skus: 'For products',
  applies_to: 'For',
  keyHint: 'Key',
  seats: 'Machines',
  seat_limit: 'Machines',
  quarantined: 'Held as spam',
  abn: 'ABN',
  vat_id: 'VAT ID',
  percent: 'Off',
  amount: 'Off',
  from_day: 'From',
  to_day: 'To, and with',
  max_uses: 'Uses',
  max_uses_per_address: 'Uses of an address',
  ended_at: 'Ended',
  refundOf: 'Refund of',
  disputeOf: 'Dispute of',
}

/** "purchaseOrder" → "Purchase order" */
function toLabel(name: string): string {
  if (labels[name]) return labels[name]
  const words = name.replaceAll(/[._]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function showValue(name: string, value: unknown, format: Format): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value))
    return (
      value
        .map((each) => showValue(name, each, format))
        .filter(Boolean)
        .join(', ') || null
    )
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (name === 'percent') return `${value} %`
    return sums.has(name) ? format.money(value) : String(value)
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^[a-z]+_[0-9a-f]{32}$/.test(value)) return null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return format.day(value)
  if (name === 'status') return stateInText(value)
  if (name === 'kind') return describeMail(value)
  if (name === 'keyHint') return describeKey(value)
  if (name === 'applies_to') return codeUses[value] ?? value
  return name === 'skus' ? showValue('sku', JSON.parse(value), format) : value
}

const sums = new Set(['received', 'refunded', 'credit', 'amount'])

const codeUses: Record<string, string> = { new: 'new licences', renewal: 'renewals', any: 'either' }

/** What the books add and take off. The cash basis counts money, not documents. */
export const bookFlows: Record<BookBasis, { plus: string; minus: string }> = {
  accrual: { plus: 'Sales', minus: 'Adjustments' },
  cash: { plus: 'Money that came in', minus: 'Money that went back' },
}

/** "G1 is $458.00 that came in, less $100.00 that went back." @param sums in cents @param figure "G1" */
export function describeBooks(
  { basis, sales, adjustments }: { basis: BookBasis; sales: number; adjustments: number },
  { figure, currency }: { figure: string; currency: string },
): string {
  const [plus, minus] = [formatSum(sales, currency), formatSum(adjustments, currency)]
  if (sales === 0 && adjustments === 0)
    return basis === 'cash'
      ? `${figure} is zero: no money came in or went back in these days.`
      : `${figure} is zero: no invoice and no note was issued in these days.`
  const all = sales === adjustments
  if (basis === 'cash')
    return all
      ? `${figure} is zero: ${plus} came in, and as much went back.`
      : `${figure} is ${plus} that came in, less ${minus} that went back.`
  return all
    ? `${figure} is zero: sales of ${plus}, and adjustments of as much.`
    : `${figure} is sales of ${plus} less adjustments of ${minus}.`
}

/** In the order in which a search shows them. */
export const searchKinds: readonly (readonly [SearchResult['kind'], string])[] = [
  ['order', 'Orders'],
  ['quote', 'Quotes'],
  ['licence', 'Licences'],
  ['code', 'Codes'],
  ['customer', 'People'],
  ['message', 'Messages'],
]
