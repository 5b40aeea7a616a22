import type { DeskOrder } from '#shared/desk/order-answers.ts'

/** An empty `at` stands for an unknown day. Cents that went out are negative. */
type Listed = { key: string; name: string; at: string; reference: string | null; who: string; amount: number }

type Entry = Omit<DeskOrder['payments'][number], 'canUndo'>

/** What came in and went out of an order, each cent once, and what is kept of it. */
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
 * Refunds that the payments don't name already: a bank's disputes and failed refunds stand there.
 * The rest was refunded before the history told each refund of the card provider.
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
  return rest > 0 ? [...asked, { at: '', who: '', amount: rest }] : without(asked, -rest)
}

/** Takes failed cents off the refund that came to as much, or else off the latest. */
function without(refunds: Refund[], failed: number): Refund[] {
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
