import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { orderWord, payerWord } from '#shared/desk/words.ts'

export type Choice = { value: string; label: string; why?: string | null | undefined }

type Order = Statement['awaited'][string] & { number: string }

type Format = { money(cents: number, currency?: string): string; day(at: string): string }

/** The possible bookings of a line, in a list for each of its orders. */
export function offerChoices(
  { left, state, orders, why }: StatementLine,
  awaited: Statement['awaited'],
  format: Format,
): Choice[][] {
  return orders.map((number, index) => {
    if (!awaited[number]) return []
    const order = { ...awaited[number], number }
    const reason = orders.length > 1 ? why[index] : null
    const choices =
      left < 0
        ? [refund(left, order, format)]
        : [
            ...lessFee(left, order, format),
            state === 'several' || state === 'proposed'
              ? fitting(left, order, format)
              : wrong(left, order, format),
          ]
    return choices.map((choice) => ({ ...choice, why: reason }))
  })
}

/** @param amount negative, because it went out */
function refund(amount: number, { number, toSend, currency, ...payer }: Order, { money }: Format): Choice {
  const left = toSend + amount
  const as = left === 0 ? 'full' : 'part'
  const rest = left === 0 ? '' : `, ${money(left, currency)} stays to be sent`
  return { value: `${as}:${number}`, label: `The refund of ${number}, ${payerWord(payer)}${rest}` }
}

/** Offers to forgive the difference, if a bank may have kept it. */
function lessFee(amount: number, order: Order, { money }: Format): Choice[] {
  const { number, outstanding, mostFee, currency } = order
  const fee = outstanding - amount
  if (fee < 1 || fee > mostFee) return []
  const label = `Pay ${number} of ${payerWord(order)}, forgive ${money(fee, currency)} as the bank’s fee`
  return [{ value: `fee:${number}`, label }]
}

function fitting(amount: number, order: Order, { money, day }: Format): Choice {
  const { number, outstanding, placedAt, currency } = order
  const as = amount === outstanding ? 'full' : amount < outstanding ? 'part' : 'credit'
  const rest = { full: '', part: ' in part', credit: ', the rest stays as credit' }[as]
  const owed = outstanding === 0 ? 'keep it as credit' : `${money(outstanding, currency)}${rest}`
  const said = [number, payerWord(order), day(placedAt), orderWord(order), owed]
  return { value: `${as}:${number}`, label: said.filter(Boolean).join(', ') }
}

function wrong(amount: number, order: Order, { money }: Format): Choice {
  const { number, outstanding } = order
  const word = outstanding > 0 ? orderWord(order) : null
  const whose = [`${number} of ${payerWord(order)}`, word].filter(Boolean).join(', ')
  const excess = amount - outstanding
  if (excess < 0)
    return { value: `part:${number}`, label: `Part payment of ${whose}, ${money(-excess)} stays owed` }
  const label =
    excess === 0 || outstanding === 0
      ? `Keep it as credit of ${whose}, to refund`
      : `Pay ${whose} (${money(outstanding)}), keep ${money(excess)} as credit to refund`
  return { value: `credit:${number}`, label }
}

/** Pays several orders in full. */
export function offerSplit(
  parts: NonNullable<StatementLine['split']>,
  awaited: Statement['awaited'],
  { money }: Pick<Format, 'money'>,
): Choice {
  const value = parts.map(({ order, amount }) => `${order}=${amount}`).join(',')
  const paid = parts.map(({ order, amount }) => {
    const payer = awaited[order] ? ` of ${payerWord(awaited[order])}` : ''
    return `${order}${payer} (${money(amount)})`
  })
  return { value: `split:${value}`, label: `Pay ${paid.join(' and ')}` }
}
