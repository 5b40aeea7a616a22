import type { Attention } from '../orders/attention.ts'
import { formatMoney } from '../pricing/money.ts'

const titles: Record<Attention['kind'], string> = {
  dispute: 'Disputed',
  inquiry: 'The bank asks about it',
  warning: 'Early fraud warning',
  review: 'Held for review',
  unknown: 'Unknown state of a dispute',
}

/** "inquiry" → "The bank asks about it" */
export function attentionWord(kind: Attention['kind']): string {
  return titles[kind]
}

/** "Early fraud warning, $458.00: unauthorized use of card" */
export function describeAttention({ kind, amount, reason }: Attention, currency: string): string {
  return `${titles[kind]}, ${formatMoney(amount, currency)}: ${reason.replaceAll('_', ' ')}`
}

/** A bank refuses a refund of a payment that is already disputed. */
export function isRefundable(kind: Attention['kind']): boolean {
  return kind === 'inquiry' || kind === 'warning' || kind === 'review'
}

/** "processing" → "The buyer’s bank is working on the payment." */
export function paymentWord(payment: 'processing' | 'failed'): string {
  return payment === 'processing'
    ? 'The buyer’s bank is working on the payment.'
    : 'The buyer’s bank refused the payment.'
}

/** Staff can dismiss a warning, which never ends by itself, and an unknown state. The card provider ends the others. */
export function canBeLeft({ kind, isLeft }: Pick<Attention, 'kind' | 'isLeft'>): boolean {
  return (kind === 'warning' || kind === 'unknown') && !isLeft
}

/** Recommends what to do about it, in one or two sentences. */
export function adviseOn(attention: Omit<Attention, 'id' | 'reason' | 'amount' | 'dueBy'>): string {
  if (attention.isLeft) return 'Somebody saw it, and left it as it is: the history says who.'
  if (attention.isAnswered) return 'It’s answered. Now the bank decides, which can take three months.'
  switch (attention.kind) {
    case 'dispute':
      return 'Answer it in the card provider’s dashboard in time, or accept it there.'
    case 'inquiry':
      return 'Nothing is taken yet. Answer it in the card provider’s dashboard, or refund the order: silence counts against you.'
    case 'warning':
      return 'The card may be stolen. Most warnings become disputes, and a refund before that saves the fee.'
    case 'review':
      return 'The card provider’s rules hold this payment for a look. Approve it in its dashboard, or refund the order.'
    case 'unknown':
      return 'This site doesn’t know this state, so it changed nothing. See what the card provider’s dashboard says.'
  }
}
