import type { Stripe } from 'stripe'
import type { Refunds } from '../orders/next-status.ts'

/** Metadata with which a retried refund names the failed ones that it replaces. */
const againOf = 'again_of'

/**
 * @param refunds newest first, as Stripe lists them
 * @param repaid ids of failed refunds that were sent by transfer
 * @returns sums in cents; `refunded` as in `Payment`
 */
export function sumRefunds(
  refunds: Stripe.Refund[],
  repaid: readonly string[],
): Refunds & { refunded: number } {
  const failed = refunds.filter(hasFailed)
  const open = openFailures(refunds, repaid)
  const given = sum(refunds.filter((refund) => !hasFailed(refund)))
  return {
    refunded: given + sum(open),
    given,
    pending: sum(refunds.filter(({ status }) => status === 'pending' || status === 'requires_action')),
    failed: sum(failed),
    open: open.map(({ id }) => id),
    reason: failed[0] ? (failed[0].failure_reason ?? failed[0].status) : null,
  }
}

/** Parameters for a retry of failed refunds; null if none is open. The key changes with the open refunds. */
export function retryOf(
  refunds: Stripe.Refund[],
  repaid: readonly string[],
): { metadata: Stripe.MetadataParam; key: string } | null {
  const all = openFailures(refunds, repaid)
  const unpaid = all.filter(({ id }) => !repaid.includes(id))
  // A bank can make repaid ones owed again.
  const open = unpaid.length > 0 ? unpaid : all
  const [newest] = open
  if (!newest) return null
  // A metadata value has at most 500 characters.
  const ids = open.slice(0, 15).map(({ id }) => id)
  return { metadata: { [againOf]: ids.join(',') }, key: `${newest.id}:${newest.amount}` }
}

type Again = { names: string[]; isOurs: boolean; left: number }

/**
 * Failed refunds, with the cents that no later one replaces. Refunds in Stripe's dashboard have no metadata.
 * So an equal amount counts as a retry, unless a transfer repaid the failed one.
 */
function openFailures(
  newestFirst: Stripe.Refund[],
  repaid: readonly string[],
): { id: string; amount: number }[] {
  const later: Again[] = []
  return newestFirst.flatMap((refund) => {
    const open = hasFailed(refund) ? leftOpen(refund, later, repaid) : 0
    later.push(toAgain(refund))
    return open > 0 ? [{ id: refund.id, amount: open }] : []
  })
}

/** Subtracts later refunds that replace a failed one. @returns cents left */
function leftOpen({ id, amount }: Stripe.Refund, later: Again[], repaid: readonly string[]): number {
  const open = later.filter(({ names }) => names.includes(id)).reduce(replace, amount)
  if (repaid.includes(id)) return open
  return later.filter(({ isOurs, left }) => !isOurs && left === open).reduce(replace, open)
}

/** A refund replaces at most its own amount. */
function replace(open: number, again: Again): number {
  const replaced = Math.min(open, again.left)
  again.left -= replaced
  return open - replaced
}

function toAgain({ amount, metadata }: Stripe.Refund): Again {
  return { names: metadata?.[againOf]?.split(',') ?? [], isOurs: Boolean(metadata?.order_id), left: amount }
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

function sum(refunds: Pick<Stripe.Refund, 'amount'>[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0)
}
