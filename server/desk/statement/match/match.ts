import type { Day } from '#shared/calendar/calendar.ts'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import {
  type Candidate,
  finderOf,
  isWaiting,
  type Line,
  type OrderMatch,
  type QuoteCandidate,
  unique,
} from './find-orders.ts'
import { wordsOf } from './names.ts'
import { referencesIn } from './references.ts'
import { tokensOf } from './tokens.ts'

export type Match = Pick<StatementLine, 'orders' | 'why' | 'by' | 'said' | 'quote' | 'split'> & {
  state: Exclude<StatementLine['state'], 'already' | 'taken_back'>
}

export const noMatch: Match = {
  state: 'none',
  orders: [],
  why: [],
  by: null,
  said: null,
  quote: null,
  split: null,
}

/** Each array has one entry per line. @property currencies null means the order's currency */
export type Lines = {
  texts: string[]
  amounts: number[]
  days: Day[]
  currencies: (string | null)[]
  today: Day
}

type IsPaidIn = (each: { currency: string }) => boolean

/** An amount shared by more orders identifies none. */
const few = 3

/**
 * A line matches an order if it names it in full, by number or invoice, and pays it whole. Anything less is a
 * proposal with a reason, which books nothing by itself. Money in another currency pays no order, and no
 * order is paid in full twice.
 */
export function matchLines(
  { texts, amounts, days, currencies, today }: Lines,
  candidates: Candidate[],
  quotes: QuoteCandidate[] = [],
): Match[] {
  const find = finderOf(candidates, quotes)
  const taken = new Set<string>()
  const sent = new Set<string>()
  return texts.map((text, index) => {
    const amount = amounts[index] ?? 0
    if (amount === 0) return noMatch
    const tokens = tokensOf(text)
    const line = { text, amount, day: days[index] ?? today, tokens, words: wordsOf(tokens) }
    const currency = currencies[index] ?? null
    const isPaidIn: IsPaidIn = (each) => currency === null || each.currency === currency
    return amount > 0 ? matchIn(line, isPaidIn) : matchOut(line, isPaidIn)
  })

  function matchIn(line: Line, isPaidIn: IsPaidIn): Match {
    const inCurrency = (found: OrderMatch[]) => unique(found.filter(({ order }) => isPaidIn(order)))
    const references = referencesIn(line.text, line.tokens)
    const named = inCurrency(find.named(line, references))
    const rivals = inCurrency(find.rivals(line, references, named))
    const listed = unique([...named, ...inCurrency(find.listed(references))])
    const bought = find.purchased(line)
    // A supplier's refund names the supplier's invoice, not ours.
    const isRefund = saysRefund.test(line.text)
    const waiting = listed.filter(isWaiting).map((found) => (isRefund ? doubtRefund(found) : found))
    const split = splitOf(line, unique([...waiting, ...inCurrency(bought).filter(isWaiting)]))
    if (split) return split
    if (waiting.length + rivals.length > 0)
      return judge(unique([...waiting, ...rivals, ...named]), line, named.length > 0 && !isRefund)
    const hints = inCurrency(find.proposed(line, references, bought))
    if (hints.length > 0) {
      const isOnlyBought = listed.length === 0 && hints.every(({ by }) => by === 'purchase_order')
      return isOnlyBought ? judge(hints, line, false) : propose(unique([...listed, ...hints]), line)
    }
    if (listed.length > 0) return judge(listed, line)
    const quote = find.quote(line, references, isPaidIn)
    return quote ? { ...noMatch, by: 'quote', quote: quote.number } : proposeEqual(line, isPaidIn)
  }

  function proposeEqual(line: Line, isPaidIn: IsPaidIn): Match {
    const equal = find.equal(line.amount).filter(isPaidIn)
    if (equal.length > few || !equal.some((order) => isPayable(order, line.day))) return noMatch
    const why =
      equal.length === 1 ? 'Only the amount fits' : `Only the amount fits, as of ${equal.length} orders`
    return propose(
      equal.map((order) => ({ order, by: 'amount', why, said: null })),
      line,
    )
  }

  /**
   * Money out matches the pending refund of an order that it names. An equal sum alone is a proposal. A
   * supplier's invoice may have our number, so a short one needs a word for refund to name a paid order.
   */
  function matchOut(line: Line, isPaidIn: IsPaidIn): Match {
    const named = unique(find.named(line, referencesIn(line.text, line.tokens)))
    const owing = named.filter(({ order }) => order.toSend > 0 && isPaidIn(order))
    if (owing.length > 0) return settle(owing, line)
    const isRefund = saysRefund.test(line.text) || /gutschrift|credit note/i.test(line.text)
    const isWhole = ({ said }: OrderMatch) =>
      line.text.slice(...(said ?? [0, 0])).replace(/\D/g, '').length >= 6
    const paid = named
      .filter((found) => isPaidIn(found.order) && !isWaiting(found))
      .filter((found) => found.order.isRefunded || isRefund || isWhole(found))
      .map((found) => {
        const { number, isRefunded } = found.order
        return { ...found, why: `${number} ${isRefunded ? 'was refunded' : 'is paid, not refunded'}` }
      })
    const [first] = paid
    return first
      ? { ...noMatch, ...listed(paid), by: first.by, said: first.said }
      : proposeRefund(line, isPaidIn)
  }

  function settle(owing: OrderMatch[], { amount, day }: Line): Match {
    const [first] = owing
    if (!first) return noMatch
    const found = { ...noMatch, ...listed(owing), by: first.by, said: first.said }
    const { number, toSend, currency } = first.order
    if (!isPayable(first.order, day)) return { ...found, orders: [number], state: 'wrong_date' }
    if (owing.length > 1) return { ...found, state: 'several' }
    if (-amount > toSend)
      return { ...found, why: [`only ${formatMoney(toSend, currency)} of ${number} is to be sent back`] }
    if (-amount < toSend || sent.has(number)) return { ...found, state: 'wrong_amount' }
    sent.add(number)
    return { ...found, state: 'matched' }
  }

  function proposeRefund(line: Line, isPaidIn: IsPaidIn): Match {
    const equal = find.owed(-line.amount).filter((order) => isPaidIn(order) && isPayable(order, line.day))
    if (equal.length === 0 || equal.length > few) return noMatch
    const why = 'As much is to be sent back'
    const found = equal.map((order) => ({ order, by: 'amount' as const, why, said: null }))
    return { ...noMatch, ...proposed(found), by: 'amount' }
  }

  /** @param mayMatch if false, a person decides */
  function judge(found: OrderMatch[], line: Line, mayMatch = true): Match {
    const [first] = found
    if (!first) return noMatch
    const { order, by, said, why } = first
    if (found.length > 1) return propose(found, line)
    const one = { ...noMatch, orders: [order.number], why: [why], by, said }
    if (!isPayable(order, line.day)) return { ...one, state: 'wrong_date' }
    if (order.outstanding !== line.amount) return { ...one, state: 'wrong_amount' }
    if (!mayMatch) return { ...one, state: 'proposed' }
    // A second full payment of the same order is an overpayment.
    if (taken.has(order.number)) return { ...one, state: 'wrong_amount' }
    taken.add(order.number)
    return { ...one, state: 'matched' }
  }

  /** Leaves the choice to a person, even with one order. Omits orders that booking would refuse. */
  function propose(found: OrderMatch[], line: Line): Match {
    const payable = found.filter(({ order }) => isPayable(order, line.day))
    const [first] = payable
    if (!first) return judge(found.slice(0, 1), line)
    return { ...noMatch, ...proposed(payable), by: first.by, said: first.said }
  }

  /** Finds several orders that add up to the line's amount. */
  function splitOf(line: Line, found: OrderMatch[]): Match | null {
    const payable = found.filter(({ order }) => isPayable(order, line.day))
    const sum = payable.reduce((total, { order }) => total + order.outstanding, 0)
    if (payable.length < 2 || sum !== line.amount) return null
    const split = payable.map(({ order }) => ({ order: order.number, amount: order.outstanding }))
    return { ...propose(payable, line), split }
  }

  function isPayable({ placedOn }: Candidate, day: Day): boolean {
    return day <= today && day >= placedOn
  }
}

/** Omits "Gutschrift", a German bank's word for all incoming money. */
const saysRefund =
  /refund|reimburs|revers(?:al|ed)\b|chargeback|erstattung|r(?:ü|ue?)ckzahlung|rembours|reembols|rimbors|terugbetal|återbetal|tilbage?betal|tilbakebetal/i

function doubtRefund(found: OrderMatch): OrderMatch {
  return { ...found, why: `${found.why}, but says that it is a refund` }
}

function proposed(found: OrderMatch[]): Pick<Match, 'state' | 'orders' | 'why'> {
  return { state: found.length > 1 ? 'several' : 'proposed', ...listed(found) }
}

function listed(found: OrderMatch[]): Pick<Match, 'orders' | 'why'> {
  return { orders: found.map(({ order }) => order.number), why: found.map(({ why }) => why) }
}
