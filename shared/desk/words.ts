import { formatMoney } from '../pricing/money.ts'
import { capitalised } from '../text/words.ts'
import type { SearchResult } from './answers.ts'
import type { Statement, StatementLine } from './statement-answers.ts'

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
  dead: 'Given up',
  aside: 'Set aside',
  unanswered: 'Unanswered',
  answered: 'Answered',
  wrong_amount: 'Wrong amount',
  wrong_date: 'Wrong day',
  taken_back: 'Taken back',
  matched: 'Matched',
  unread: 'Not read',
  held: 'Not booked yet by the bank',
  none: 'No order',
  already: 'Already here',
  running: 'Running',
  later: 'Not yet',
  spent: 'Spent',
  ended: 'Ended',
  quarantined: 'Held as spam',
  open: 'Open',
  ordered: 'Ordered',
  withdrawn: 'Withdrawn',
}

/** "pending" → "Awaiting payment" */
export function stateWord(state: string): string {
  return states[state] ?? state.replaceAll('_', ' ')
}

/** Words for a payment method, also by its stored name: "invoice" → "Transfer" */
export function methodWord(method: 'card' | 'invoice' | 'transfer'): string {
  return method === 'card' ? 'Card' : 'Transfer'
}

type LineState = Pick<
  StatementLine,
  'state' | 'left' | 'reason' | 'currency' | 'orders' | 'quote' | 'split' | 'why'
>

type Awaited = Statement['awaited'][string]

/**
 * Labels a bank's line: "No order", "In USD", "2 orders fit", "$20.00 too little", "Paid already"
 * @param order the first order that the line names
 */
export function lineWord(
  line: LineState,
  order?: Pick<Awaited, 'status' | 'outstanding' | 'currency'>,
): string {
  const { state, reason, currency, orders, quote, split, why } = line
  if (state === 'wrong_amount' && order) return amountWord(line.left, order)
  if (split) return `Pays ${split.length} orders together`
  if (state === 'several') return `${orders.length} orders fit`
  if (state === 'proposed') return why[0] ?? 'One order fits'
  if (quote !== null) return 'That quote was never ordered'
  if (reason === 'money_out') return why[0] ? `Money out: ${why.join(', ')}` : 'Money out'
  return reason === 'currency' ? `In ${currency}` : stateWord(state)
}

function amountWord(left: number, order: Pick<Awaited, 'status' | 'outstanding' | 'currency'>): string {
  const { outstanding, currency } = order
  if (outstanding === 0) return capitalised(orderWord(order) ?? stateWord('wrong_amount'))
  const excess = left - outstanding
  if (excess === 0) return 'Another line pays it'
  return `${formatMoney(Math.abs(excess), currency)} ${excess < 0 ? 'too little' : 'too much'}`
}

/** Warns before money is booked to an order: "lapsed", "paid already". Null if the order awaits its money. */
export function orderWord({ status }: Pick<Awaited, 'status'>): string | null {
  if (status === 'pending') return null
  return status === 'paid' ? 'paid already' : stateInText(status)
}

/** Shown for a statement without lines. */
export const nothingBooked = 'The bank booked nothing in its days'

/** "Example School, Jo Example" */
export function payerWord({ buyer, company }: { buyer: string; company: string | null }): string {
  return [company, buyer].filter(Boolean).join(', ')
}

/** "pending" → "awaiting payment", within a sentence. */
export function stateInText(state: string): string {
  return stateWord(state).toLowerCase()
}

/** "…-2LFA8" → "2LFA8", as people type it. Accepts a whole key, too. */
export function tailOfKey(key: string): string {
  return key.replace(/^.*-/, '').replace(/[^0-9A-Za-z]/g, '')
}

/** "…-2LFA8" → "ending 2LFA8". Never shows a whole key. */
export function describeKey(key: string): string {
  return `ending ${tailOfKey(key)}`
}

/** Rewrites the key in a change's line: "Extra machine, PRMT-…-2LFA" → "Extra machine, key ending 2LFA" */
export function describeLine(name: string): string {
  return name.replace(/\b[0-9A-Z]+-…-[0-9A-Z]+/g, (key) => `key ${describeKey(key)}`)
}

/** −8900 → "−$89.00" */
export function formatSum(cents: number, currency: string): string {
  return cents < 0 ? `−${formatMoney(-cents, currency)}` : formatMoney(cents, currency)
}

/** In the order of the search results. */
export const searchKinds: readonly (readonly [SearchResult['kind'], string])[] = [
  ['order', 'Orders'],
  ['quote', 'Quotes'],
  ['licence', 'Licences'],
  ['code', 'Codes'],
  ['customer', 'People'],
  ['message', 'Messages'],
  ['note', 'Notes'],
]
