import { formatPrice } from '#shared/pricing/money.ts'
import { routes } from '#shared/routes/routes.ts'
import { usePricing, useStores } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { verbatim } from '../../site/ui/verbatim.tsx'
import type { KnownBuyer } from '../checkout/draft.ts'
import { type CoverageState, isNearEnd } from './coverage.ts'
import { period } from './words.ts'

type Props = {
  sku: string
  /** The licence's seats. The plan's price is shown only if they are the plan's. */
  seats: number
  coverage: CoverageState
  /** Passed in memory, so that no address contains it; empty if unknown. */
  licenceKey: string
  /** Passed in memory, too. */
  buyer?: KnownBuyer | null
}

/** Shows the price from 60 days before the end. */
export function RenewLink({ sku, seats, coverage, licenceKey, buyer = null }: Props) {
  const { app } = useStores()
  const pricing = usePricing()
  const product = pricing?.products.find((product) => product.sku === sku)
  const renewal = product?.renewal
  const handOn = () => app.setState({ renewal: licenceKey ? { access: { key: licenceKey }, buyer } : null })
  return pricing && renewal && isNearEnd(coverage) ? (
    <ButtonLink to={routes.renew} quiet={coverage.isOver} onClick={handOn}>
      {product.licence.seats === seats ? offer(renewal, pricing.currency) : 'Renew it'}
    </ButtonLink>
  ) : (
    <PageLink className="TextLink" to={routes.renew} onClick={handOn}>
      Renew, upgrade or add machines
    </PageLink>
  )
}

function offer(
  { unitAmount, updatesMonths }: { unitAmount: number; updatesMonths: number },
  currency: string,
): Elements {
  const price = formatPrice(unitAmount, currency, { short: true })
  if (updatesMonths === 12) return verbatim`Renew for ${price} a year`
  return verbatim`Renew ${period(updatesMonths)} for ${price}`
}
