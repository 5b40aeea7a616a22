import { useState } from 'react'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { ChangeOffer } from '#shared/licensing/change-offer.ts'
import type { ChangeRequest, LicenceAccess } from '#shared/licensing/changes.ts'
import type { CodeTerms } from '#shared/pricing/discounts.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { capitalised, inWords } from '#shared/text/words.ts'
import { discountLines } from '../../shop/cart/sums-of-cart.ts'
import type { TotalsLine } from '../../shop/cart/totals.tsx'
import { useDiscountCode } from '../../shop/cart/use-discount-code.ts'
import { changeWords } from '../../shop/checkout/change-words.ts'
import type { CheckoutErrors } from '../../shop/checkout/check-fields.ts'
import { Checkout } from '../../shop/checkout/checkout.tsx'
import { CheckoutError, CheckoutNotice } from '../../shop/checkout/checkout-error.tsx'
import type { KnownBuyer } from '../../shop/checkout/draft.ts'
import { saveRenewal } from '../../shop/checkout/draft-storage.ts'
import { BeforeAfter } from '../../shop/licence/before-after.tsx'
import { coverageOf, type DatedRelease, isNearEnd } from '../../shop/licence/coverage.ts'
import { period } from '../../shop/licence/words.ts'
import { usePricing, useTimeZone } from '../../site/framework/app-state.tsx'
import { LicenceBefore } from './licence-before.tsx'
import { MachineCount, machineCountId } from './machine-count.tsx'
import { PlanOptions } from './plan-options.tsx'
import { type Choice, type ChosenLine, type PricedChoice, priceChoice } from './price-choice.ts'
import { UpdatesOptions } from './updates-options.tsx'

type Props = {
  access: LicenceAccess
  buyer: KnownBuyer | null
  /** The earlier choice; undefined at first. */
  change?: ChangeRequest
  offer: ChangeOffer
  releases: readonly DatedRelease[]
  onOtherKey(): void
  onOfferChanged(): Promise<void>
}

export function ChangeForm({ access, buyer, change, offer, releases, onOtherKey, onOfferChanged }: Props) {
  const { licence, options, currency } = offer
  const timeZone = useTimeZone()
  const pricing = usePricing()
  const coverage = coverageOf(licence, releases, timeZone)
  const [choice, setChoice] = useState<Choice>(() => ({
    years: change ? (change.renew ?? 0) : options.renewal && isNearEnd(coverage) ? 1 : 0,
    to: change?.to ?? '',
    extraSeats: change?.extraSeats ?? 0,
  }))
  const [refused, setRefused] = useState<CheckoutErrors>({})
  function choose(part: Partial<Choice>) {
    setChoice((before) => ({ ...before, ...part }))
    setRefused({})
  }
  /** Resets the number of extra machines if the plan sells none, because that hides its field. */
  function choosePlan(to: string) {
    const { extraSeat } = options.upgrades.find(({ sku }) => sku === to) ?? options
    choose(extraSeat ? { to } : { to, extraSeats: 0 })
  }
  const price = (terms: CodeTerms | null) => priceChoice(offer, choice, pricing?.tax ?? null, terms)
  const { change: chosen } = price(null)
  const code = useDiscountCode({
    storedAs: 'renewalCode',
    isReady: Object.keys(chosen).length > 0,
    async ask(http, typed) {
      const body = { licence: access, change: chosen, code: typed }
      return ((await http.post(apiRoutes.licenceQuote, body)) as ChangeOffer).code
    },
  })
  const priced = price(code.applied?.terms ?? null)
  const { after, offers } = priced
  const until = formatDate(dayIn(timeZone, after.updatesUntil))
  const planSeats = after.seats - (priced.isTooMany ? 0 : choice.extraSeats)
  const unclear = `${licence.seats.limit}, until the number is right`
  const machines = priced.isTooMany
    ? { was: unclear, becomes: unclear }
    : { was: licence.seats.limit, becomes: after.seats }
  const roomier = options.upgrades.filter(
    ({ sku, extraSeat }) => sku !== choice.to && (extraSeat?.left ?? 0) >= choice.extraSeats,
  )
  const isRenewed = after.updatesUntil !== licence.updatesUntil

  return (
    <>
      {priced.isTooMany && (
        <CheckoutNotice
          title={`${capitalised(inWords(choice.extraSeats))} extra ${choice.extraSeats === 1 ? 'machine doesn’t' : 'machines don’t'} fit on a ${after.plan} licence.`}
        >
          <span>
            Nothing has been ordered. Change <a href={`#${machineCountId}`}>the number of extra machines</a>,
            and the total comes back.
          </span>
        </CheckoutNotice>
      )}
      <CheckoutError />
      <div className="Split Split--form" onSubmit={() => saveRenewal({ access, buyer, change: chosen })}>
        <div className="WhatChanges">
          <LicenceBefore
            licence={licence}
            coverage={coverage}
            releases={releases}
            renewedUntil={isRenewed ? dayIn(timeZone, after.updatesUntil) : null}
          />
          {offers.renewal && (
            <UpdatesOptions
              renewal={offers.renewal}
              coverage={coverage}
              currency={currency}
              timeZone={timeZone}
              years={choice.years}
              error={refused['/change/renew']}
              onYears={(years) => choose({ years })}
            />
          )}
          {options.upgrades.length > 0 && (
            <PlanOptions
              licence={licence}
              upgrades={options.upgrades}
              currency={currency}
              to={choice.to}
              error={refused['/change/to']}
              onPlan={choosePlan}
            />
          )}
          {offers.extraSeat && (
            <MachineCount
              extraSeat={offers.extraSeat}
              perSeat={offers.renewal?.perSeat ?? 0}
              paidUntil={coverage.isOver ? '' : formatDate(coverage.until)}
              plan={after.plan}
              seats={planSeats}
              currency={currency}
              count={choice.extraSeats}
              error={
                priced.isTooMany
                  ? tooMany(after.plan, planSeats, offers.extraSeat.left, roomier)
                  : refused['/change/extraSeats']
              }
              onCount={(extraSeats) => choose({ extraSeats })}
            />
          )}
          <p className="Form-actions Gap">
            <button className="TextLink" type="button" onClick={onOtherKey}>
              Use another key
            </button>
          </p>
        </div>
        <div className="Aside Aside--near">
          <BeforeAfter
            title="The licence after this"
            facts={[
              { term: 'Plan', was: licence.plan, becomes: after.plan },
              { term: 'Machines', ...machines },
              { term: 'Updates until', was: formatDate(coverage.until), becomes: until },
              { term: 'Key', was: licence.keyHint, becomes: licence.keyHint },
            ]}
          />
          {pricing && (
            <Checkout
              subject={{ licence: access, change: chosen }}
              sums={priced}
              pricing={pricing}
              lines={[...linesOf(priced, choice, { currency, until }), ...discountLines(priced.off, code)]}
              code={code}
              buyer={buyer}
              isReady={priced.lines.length > 0 && !priced.isTooMany}
              words={changeWords}
              onOfferChanged={onOfferChanged}
              onRefused={setRefused}
            />
          )}
        </div>
      </div>
    </>
  )
}

function linesOf(
  { lines, offers, monthsAhead, after, isTooMany }: PricedChoice,
  { extraSeats }: Choice,
  { currency, until }: { currency: string; until: string },
): TotalsLine[] {
  const seatPrice = formatPrice(offers.extraSeat?.unitAmount ?? 0, currency)
  const labels: Record<ChosenLine['kind'], string> = {
    upgrade: `Upgrade to ${after.plan}`,
    ahead: `Difference for ${period(monthsAhead)} of updates paid ahead`,
    seats: isTooMany ? 'Extra machines' : `Extra machines, ${extraSeats} × ${seatPrice}`,
    renewal: `Renewal to ${until}`,
  }
  return lines.map(({ kind, amount }) => ({ label: labels[kind], amount }))
}

function tooMany(plan: string, seats: number, left: number, roomier: { name: string }[]): string {
  const plans = roomier.map(({ name }) => name).join(' or ')
  if (left === 0) {
    const instead = plans && ` Choose ${plans} above.`
    return `${plan} takes no more machines than it has.${instead}`
  }
  const instead = plans && `, or choose ${plans} above`
  return `${plan} goes up to ${inWords(seats + left)} machines, so ${inWords(left)} more at most. Enter ${left} or fewer${instead}.`
}
