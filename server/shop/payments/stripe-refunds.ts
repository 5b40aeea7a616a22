import type { Stripe } from 'stripe'
import type { Refunds } from '../orders/next-status.ts'

/** A refund that is tried again names the failed ones that it replaces. */
const againOf = 'again_of'

/** @param refunds newest first, as Stripe lists them @returns sums in cents; `refunded` as `Payment` has it */
export function sumRefunds(refunds: Stripe.Refund[]): Refunds & { refunded: number } {
  const failed = refunds.filter(hasFailed)
  const given = sum(refunds.filter((refund) => !hasFailed(refund)))
  return {
    refunded: given + sum(openFailures(refunds)),
    given,
    pending: sum(refunds.filter(({ status }) => status === 'pending' || status === 'requires_action')),
    failed: sum(failed),
    reason: failed[0] ? (failed[0].failure_reason ?? failed[0].status) : null,
  }
}

/** What to ask Stripe for, to try failed refunds again. Null if none is open. */
export function retryOf(refunds: Stripe.Refund[]): { metadata: Stripe.MetadataParam; key: string } | null {
  const ids = openFailures(refunds).map(({ id }) => id)
  // A value of metadata holds 500 characters.
  return ids[0] ? { metadata: { [againOf]: ids.slice(0, 15).join(',') }, key: ids[0] } : null
}

/**
 * Failed refunds that no later one replaces. The dashboard's refunds name no order, so there the same amount counts as
 * another try.
 */
function openFailures(newestFirst: Stripe.Refund[]): Stripe.Refund[] {
  const later: Stripe.Refund[] = []
  const used = new Set<string>()
  return newestFirst.filter((refund) => {
    const again = later.find((each) => !used.has(each.id) && replaces(each, refund))
    const isNamed = later.some((each) => each.metadata?.[againOf]?.split(',').includes(refund.id))
    later.push(refund)
    if (!hasFailed(refund) || isNamed) return false
    if (again) used.add(again.id)
    return !again
  })
}

function replaces(later: Stripe.Refund, { amount }: Stripe.Refund): boolean {
  return !later.metadata?.order_id && later.amount === amount
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

function sum(refunds: Stripe.Refund[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0)
}
