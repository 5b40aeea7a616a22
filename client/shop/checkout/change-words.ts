import { waiverOf } from '#shared/buyer/withdrawal-words.ts'
import { type CheckoutWords, cartWords } from './checkout-words.ts'

/** The checkout's words for a renewal, an upgrade or extra machines. */
export const changeWords: CheckoutWords = {
  email: { note: 'for the invoice', missing: 'Enter your email. The invoice goes there.' },
  missingTick: cartWords.missingTick,
  waiver: waiverOf('Change the licence'),
  notes: {
    card: 'You’ll pay on our payment provider’s page. We never see your card. The key stays the same, and your machines stay on.',
    invoice:
      'The invoice comes at once, by mail and on the order’s page. The licence changes when the money comes. The key stays the same.',
    free: 'There is nothing to pay. The licence changes at once, and the key stays the same.',
  },
}
