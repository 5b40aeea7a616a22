import type { DeskOrder } from '#shared/desk/order-answers.ts'

/** `at` is empty if the day is unknown. `amount` is negative for money that went out. */
type Listed = { key: string; name: string; at: string; reference: string | null; who: string; amount: number }

type Entry = Omit<DeskOrder['payments'][number], 'canUndo'>

/** Lists an order's money in and out, each cent once, and sums up what is kept. */
export function listMoney(
  order: Pick<DeskOrder, 'events' | 'refunded' | 'takenBack'> & { payments: Entry[] },
): {
  entries: Listed[]
  kept: number
} {
  const payments = order.payments.map(({ id, date, reference, who, amount, ...payment }) => ({
    key: id,
    name: nameOf({ ...payment, amount }),
    at: date,
    reference,
    who,
    amount,
  }))
  const refunds = refundsOf(order).map(({ at, who, amount }, index) => ({
    key: `refund ${index}`,
    name: 'Refund',
    at,
    reference: null,
    who,
    amount: -amount,
  }))
  const entries = [...payments, ...refunds].toSorted((a, b) => timeOf(a) - timeOf(b))
  return { entries, kept: sumOf(entries) }
}

function timeOf({ at }: Listed): number {
  return at === '' ? Number.POSITIVE_INFINITY : Date.parse(at)
}

function nameOf({ kind, source, amount }: Pick<Entry, 'kind' | 'source' | 'amount'>): string {
  if (kind === 'repaid' && amount > 0) return entryNames.undone
  if (kind !== 'payment') return entryNames[kind]
  return source === 'card' ? 'Card payment' : 'Bank transfer'
}

const entryNames: Record<Exclude<Entry['kind'], 'payment'>, string> = {
  credit: 'Credit paid back',
  moved: 'Credit moved',
  repaid: 'Refund, by transfer',
  undone: 'Booked by mistake, taken back',
  fee: 'Forgiven as a bank’s fee',
  taken_back: 'Taken back by the bank',
  given_back: 'Given back by the bank',
}

type Refund = { at: string; who: string; amount: number }

/**
 * Refunds that aren't among the payments; disputes and failed refunds are. The last one stands for older
 * refunds, from before the history recorded each.
 */
function refundsOf({ events, payments, refunded, takenBack }: Parameters<typeof listMoney>[0]): Refund[] {
  const repaid = -sumOf(payments.filter(({ kind }) => kind === 'repaid'))
  const asked = events
    .filter(({ event, after }) => event === 'order.refunded' && after.refunded !== undefined)
    .map(({ at, who, before, after }) => ({
      at,
      who: who ?? '',
      amount: Number(after.refunded) - Number(before.refunded),
    }))
  const rest = refunded - takenBack - repaid - sumOf(asked)
  return rest > 0 ? [...asked, { at: '', who: '', amount: rest }] : withoutFailed(asked, -rest)
}

/** Removes the refund of exactly the failed amount, or else subtracts the amount from the latest refunds. */
function withoutFailed(refunds: Refund[], failed: number): Refund[] {
  const same = refunds.findLastIndex(({ amount }) => amount === failed)
  if (same >= 0) return refunds.toSpliced(same, 1)
  let left = failed
  return refunds
    .toReversed()
    .map((refund) => {
      const taken = Math.min(left, refund.amount)
      left -= taken
      return { ...refund, amount: refund.amount - taken }
    })
    .filter(({ amount }) => amount > 0)
    .toReversed()
}

function sumOf(entries: readonly { amount: number }[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}
