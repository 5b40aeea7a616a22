import type { ChangeOffer } from '#shared/licensing/change-offer.ts'
import type { LicenceAccess } from '#shared/licensing/changes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { discountLines } from '../../shop/cart/sums-of-cart.ts'
import type { DiscountCode } from '../../shop/cart/use-discount-code.ts'
import { changeWords } from '../../shop/checkout/change-words.ts'
import type { CheckoutErrors } from '../../shop/checkout/check-fields.ts'
import { Checkout } from '../../shop/checkout/checkout.tsx'
import type { KnownBuyer } from '../../shop/checkout/draft.ts'
import { period } from '../../shop/licence/words.ts'
import type { Choice, ChosenLine, PricedChoice } from './price-choice.ts'

type Props = {
  access: LicenceAccess
  buyer: KnownBuyer | null
  offer: ChangeOffer
  choice: Choice
  priced: PricedChoice
  code: DiscountCode
  /** The last day of the updates, as people read it. */
  until: string
  pricing: Pricing
  onOfferChanged(): Promise<void>
  onRefused(errors: CheckoutErrors): void
}

export function ChangeCheckout({
  access,
  buyer,
  offer: { currency },
  choice,
  priced,
  code,
  until,
  pricing,
  onOfferChanged,
  onRefused,
}: Props) {
  const { lines, offers, monthsAhead, after, change } = priced
  const labels: Record<ChosenLine['kind'], string> = {
    upgrade: `Upgrade to ${after.plan}`,
    ahead: `Difference for ${period(monthsAhead)} of updates paid ahead`,
    seats: priced.isTooMany
      ? 'Extra machines'
      : `Extra machines, ${choice.extraSeats} × ${formatPrice(offers.extraSeat?.unitAmount ?? 0, currency)}`,
    renewal: `Renewal to ${until}`,
  }
  return (
    <Checkout
      subject={{ licence: access, change }}
      sums={priced}
      pricing={pricing}
      lines={[
        ...lines.map(({ kind, amount }) => ({ label: labels[kind], amount })),
        ...discountLines(priced.off, code),
      ]}
      code={code}
      buyer={buyer}
      canQuote
      isReady={lines.length > 0 && !priced.isTooMany}
      words={changeWords}
      onOfferChanged={onOfferChanged}
      onRefused={onRefused}
    />
  )
}
