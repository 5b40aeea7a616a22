/** The consent that ends the right to withdraw (article 16 (m)). The buyer ticks it, and the order records that. */
export function waiverOf(act: 'Deliver the keys' | 'Change the licence'): string {
  return `${act} as soon as the payment is in. I know that I lose my right to withdraw then.`
}

export const waiverMissing =
  'Agree that delivery begins at once. Without that, we can’t deliver within the fourteen days.'

/** The confirmation on a durable medium (article 8 (7)). */
export const waiverConfirmed =
  'When you ordered, you asked for delivery at once and agreed that your right to withdraw ends with it (Directive 2011/83/EU, article 16 (m)).'
