import { countryName } from '../buyer/country-name.ts'
import { type Day, formatDate } from '../calendar/calendar.ts'
import { foldEmail } from '../text/email.ts'
import { capitalised } from '../text/words.ts'
import type { AuditEntry } from './answers.ts'
import { describeMail } from './mail-words.ts'
import { describeKey, stateInText } from './words.ts'

/** The acts that the audit and the histories of orders record. */
const acts = {
  'order.entered': 'entered an order that a restore had lost',
  'order.placed': 'ordered',
  'order.accepted': 'accepted the order from review',
  'order.cancelled': 'cancelled the order',
  'order.card_payment_opened': 'chose to pay by card',
  'order.credit_moved': 'moved credit to another order',
  'order.credit_refunded': 'paid back the credit',
  'order.links_revoked': 'revoked the order’s links',
  'order.mail_resent': 'sent the order’s mail again',
  'order.note': 'wrote a note',
  'order.payment_taken': 'took a payment',
  'order.payment_undone': 'took back a payment that was booked by mistake',
  'order.refunded': 'refunded',
  'order.refund_failed': 'couldn’t bring a refund to the buyer',
  'order.refund_pending': 'has a refund on its way',
  'order.refund_repaid': 'sent a refund by transfer',
  'order.refund_unsent': 'took back that a refund was sent',
  'order.refund_account_named': 'said where the refund goes',
  'order.refund_retried': 'tried a failed refund again',
  'order.taken_back': 'took money back after a dispute',
  'order.money_back': 'gave disputed money back',
  'order.attention': 'asked for a look',
  'order.attention_left': 'left as it is what the card provider reported',
  'order.payment_processing': 'started a debit, which takes the bank days',
  'order.payment_failed': 'heard that the bank refused the payment',
  'order.buyer_corrected': 'corrected the buyer',
  'invoice.corrected': 'corrected the buyer',
  'licence.issued': 'issued the licence',
  'licences.imported': 'imported licences',
  'licence.imported': 'imported the licence',
  'licence.sold': 'issued the key',
  'licence.key_replaced': 'replaced the key',
  'licence.machine_released': 'released a machine',
  'licence.enrolment_made': 'made an enrolment token',
  'licence.enrolment_ended': 'ended an enrolment token',
  'licence.machines_forgotten': 'forgot the machines',
  'licence.move_started': 'started a move',
  'licence.holder_corrected': 'corrected the holder’s address',
  'licence.moved': 'moved the licence',
  'licence.move_undone': 'undid the move',
  'licence.reinstated': 'reinstated the licence',
  'licence.revoked': 'revoked the licence',
  'licence.seats_set': 'changed the number of machines',
  'licence.suspended': 'suspended the licence',
  'licence.details_set': 'changed what the licence unlocks or is called',
  'licence.updates_until_set': 'changed the last day of updates',
  'licence.renewal': 'renewed the licence',
  'licence.upgrade': 'upgraded the licence',
  'licence.seats': 'added machines',
  'licence.renewal_reverted': 'took the renewal back',
  'licence.upgrade_reverted': 'took the upgrade back',
  'licence.seats_reverted': 'took the added machines back',
  'mail.set_aside': 'set a mail aside that was given up',
  'mail.retried': 'sent a mail that was given up',
  'webhook.retried': 'sent a message that was given up',
  'message.answered': 'marked the message as answered',
  'message.replied': 'answered the message',
  'message.reopened': 'put the message back among the unanswered',
  'message.assigned': 'said who answers the message',
  'message.not_spam': 'marked the message as no spam',
  'statement.read': 'read a bank statement',
  'customer.note': 'wrote a note',
  'quote.made': 'made the quote',
  'quote.mail_resent': 'sent the quote again',
  'account.renamed': 'renamed a bank account',
  'account.removed': 'removed a bank account',
  'quote.withdrawn': 'withdrew the quote',
  'code.added': 'made a discount code',
  'code.ended': 'ended a discount code',
  'keys.reencrypted': 'encrypted the licence keys with a new secret',
  'keys.replaced_lost': 'replaced a lost signing key and every licence key',
  'keys.retired': 'retired a signing key',
  'desk.link_made': 'made a link to the desk',
  'desk.link_mailed': 'had a link to the desk mailed',
  'desk.signed_in': 'signed in at the desk',
  'desk.session_ended': 'ended a session',
  'desk.token_created': 'made a token',
  'desk.token_revoked': 'revoked a token',
  'release.rolled_out': 'changed how many are offered',
  'release.withdrawn': 'withdrew the release',
  'staff.added': 'added to the staff',
  'staff.role_set': 'gave another role to',
  'staff.ended': 'ended all access of',
  'erasure.requested': 'asked for erasure',
  'order.paid': 'marked the order as paid',
  'order.pending': 'let the order wait for its payment again',
  'order.review': 'put the order in review',
  'order.expired': 'let the order lapse',
  'order.disputed': 'heard of a dispute',
  'order.dispute_answered': 'heard that the bank has the answer',
  'order.dispute_ended': 'heard that the dispute is over',
  'order.partially_refunded': 'counted a part of the order as refunded',
  'order.paid_again': 'received a second payment',
  'order.reminded': 'reminded the buyer',
}

/** Each recorded act needs words. */
export type AuditAct = keyof typeof acts

/** @param who as for `describeWho` */
export function describeAct(act: string, who: string | null = null): string {
  if (who === '' && act === 'order.paid') return 'took the payment'
  // A bank's dispute also reduces the order.
  if (who === null && act === 'order.refunded') return 'counted the order as refunded'
  return (acts as Record<string, string>)[act] ?? act.replaceAll(/[._]/g, ' ')
}

const actors: Record<string, string> = {
  '': 'The card provider',
  customer: 'The customer',
  somebody: 'Somebody',
  'command line': 'The command line',
}

/**
 * @param who an e-mail, "customer", "command line", "somebody" if unknown, empty for the payment provider, null
 * for automatic changes
 */
export function describeWho(who: string | null): string {
  return who === null ? 'The shop' : (actors[who] ?? who)
}

/** The inverse of `describeWho`. Ignores case, and the article may be missing. */
export function readWho(words: string): string {
  const plain = (text: string) => text.trim().toLowerCase().replace(/^the /, '')
  const actor = Object.entries(actors).find(([, named]) => plain(named) === plain(words))
  return actor ? actor[0] : foldEmail(words)
}

/** @returns null if the subject is the acting person, who is named already, or has only an id */
export function describeSubject({ who, subject, name }: Pick<AuditEntry, 'who' | 'subject' | 'name'>) {
  return name === who || /^(?:stm|imp|acc)_/.test(subject) ? null : name
}

type Format = {
  /** @param cents in the order's currency */
  money(cents: number): string
  /** @param at ISO 8601 */
  day(at: string): string
}

/** Omits ids, empty lists, and what the entry's own words say. */
export function describeChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  format: Format,
  /** The subject's displayed name, which the entry already shows. */
  subject?: string,
): { label: string; from: string | null; to: string | null }[] {
  const show = (name: string, value: unknown) => showValue(name, value, format)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !hiddenFields.has(name))
    .map((name) => ({ label: toLabel(name), from: show(name, before[name]), to: show(name, after[name]) }))
    .filter(({ from, to }) => from !== to && [from, to].some((value) => value !== null && value !== subject))
}

const hiddenFields = new Set(['code', 'created_at', 'generation', 'setByOwner'])

/** "was pending; $90.00 came in" → "was awaiting payment; $90.00 came in" */
export function describeDetail(detail: string): string {
  return detail.replace(/^was (\w+)/, (_, state) => `was ${stateInText(state)}`)
}

const labels: Record<string, string> = {
  text: 'Note',
  email: 'E-mail',
  companyName: 'Company',
  kind: 'Mail',
  recipient: 'To',
  status: 'State',
  sku: 'Product',
  skus: 'For products',
  applies_to: 'For',
  keyHint: 'Key',
  seats: 'Machines',
  entitlements: 'Unlocks',
  offlineDays: 'Days without a validation',
  externalId: 'Name elsewhere',
  seat_limit: 'Machines',
  quarantined: 'Held as spam',
  abn: 'ABN',
  nzbn: 'NZBN',
  vatId: 'VAT ID',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  percent: 'Off',
  amount: 'Off',
  from_day: 'From',
  to_day: 'To, and with',
  max_uses: 'Uses',
  max_uses_per_address: 'Uses of an address',
  ended_at: 'Ended',
  refundOf: 'Refund of',
  disputeOf: 'Dispute of',
  unpaid: 'Unpaid',
  sha256: 'SHA-256',
  fresh: 'New licences',
  known: 'Known',
  sum: 'Sum',
}

/** "purchaseOrder" → "Purchase order" */
function toLabel(name: string): string {
  if (labels[name]) return labels[name]
  return capitalised(name.replaceAll(/[._]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
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
    if (name === 'percent') return `${value}%`
    return sums.has(name) ? format.money(value) : String(value)
  }
  if (typeof value === 'object') return showTexts(value)
  if (typeof value !== 'string') return String(value)
  if (/^[a-z]+_[0-9a-f]{32}$/.test(value)) return null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return format.day(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value as Day)
  if (name === 'status') return stateInText(value)
  if (name === 'kind') return describeMail(value)
  if (name === 'keyHint') return describeKey(value)
  if (name === 'country') return countryName(value)
  if (name === 'applies_to') return codeUses[value] ?? value
  // The card provider's words, such as "expired_or_canceled_card".
  if (name === 'reason' && /^[a-z_]+$/.test(value)) return value.replaceAll('_', ' ')
  return name === 'skus' ? showValue('sku', JSON.parse(value), format) : value
}

/** Names and texts of another program are shown unchanged. */
function showTexts(texts: object): string | null {
  const all = Object.entries(texts).map(
    ([name, text]) => `${name}: ${typeof text === 'string' ? text : JSON.stringify(text)}`,
  )
  return all.join(', ') || null
}

const sums = new Set(['tax', 'toSend', 'received', 'refunded', 'credit', 'amount', 'sum', 'fee'])

const codeUses: Record<string, string> = { new: 'new licences', renewal: 'renewals', any: 'either' }
