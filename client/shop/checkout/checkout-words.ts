import { waiverOf } from '#shared/buyer/withdrawal-words.ts'
import type { FieldWords } from './check-fields.ts'
import type { Method } from './payment-method.tsx'

/** `free` is an order that a discount code reduces to nothing. */
export type Paid = Method | 'free'

export type CheckoutWords = FieldWords & {
  /** The consent of an EU consumer. */
  waiver: string
  notes: Record<Paid, string>
}

export const cartWords: CheckoutWords = {
  email: { note: 'for the keys', missing: 'Enter your email. The keys go there.' },
  missingTick: 'Tick the box, so that we know a person is ordering.',
  waiver: waiverOf('Deliver the keys'),
  notes: {
    card: 'You’ll pay on our payment provider’s page. We never see your card. Keys arrive here and by email.',
    invoice: 'The invoice comes at once, by mail and on the order’s page. The keys come when the money does.',
    free: 'There is nothing to pay. The keys come at once, here and by email.',
  },
}

export const quoteWords: FieldWords = {
  email: { missing: 'Enter your email. The quote goes there.' },
  missingTick: 'Tick the box, so that we know a person is asking.',
}
