import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { formatMoney } from '#shared/pricing/money.ts'

type Reviewed = Pick<
  DeskOrder,
  'receivedAmount' | 'receivedCurrency' | 'total' | 'currency' | 'events' | 'lines'
>

/** "$228.00 came in, and the order comes to $229.00: $1.00 too little.", or the reason why the licence can't change. */
export function whyInReview(order: Reviewed): string {
  const { receivedAmount: came, receivedCurrency, total, currency, events } = order
  const sum = formatMoney(total, currency)
  if (came !== null && receivedCurrency !== currency)
    return `${formatMoney(came, receivedCurrency ?? currency)} came in, in another currency than the order’s ${sum}.`
  if (came !== null && came !== total) {
    const [difference, word] = [Math.abs(total - came), came < total ? 'too little' : 'too much']
    return `${formatMoney(came, currency)} came in, and the order comes to ${sum}: ${formatMoney(difference, currency)} ${word}.`
  }
  const { detail = '' } = events.findLast(({ event }) => event === 'order.review') ?? {}
  const found = detail.slice(detail.indexOf('; ') + 2)
  return detail.includes('; ') ? found : 'It can’t be carried out as it was ordered.'
}

/** The effect of accepting the order on its money. */
export function whatAcceptingGives(order: Reviewed): string {
  const { receivedAmount: came, receivedCurrency, total, currency } = order
  const money = (cents: number) => formatMoney(cents, currency)
  const then = `${whatComes(order)}.`
  if (came === null || receivedCurrency !== currency || came === total)
    return `Takes what was paid for the whole ${money(total)}. ${then}`
  return came < total
    ? `Takes the ${money(came)} for the whole ${money(total)}, so it gives away ${money(total - came)}. ${then}`
    : `Keeps the ${money(came)} for the ${money(total)}: ${money(came - total)} more than it comes to. ${then}`
}

/** A change of a licence issues no new key. */
export function whatComes({ lines }: Pick<DeskOrder, 'lines'>): string {
  return changesLicence(lines) ? 'The licence changes' : 'The keys go out'
}
