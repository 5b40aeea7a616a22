import { formatDate } from '#shared/calendar/calendar.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { browserCountry } from '../checkout/browser-country.ts'
import { currencyOf } from './currency-of.ts'

/** "About €131" in the reader's currency, where the site has a rate. Only the browser knows the reader. */
export function Estimate({ cents }: { cents: number }) {
  const { estimates } = useAppState().site
  const isLive = useHydrated()
  if (!estimates || !isLive) return null
  const currency = currencyOf(browserCountry(navigator.languages))
  const rate = estimates.rates[currency]
  if (rate === undefined) return null
  const about = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 })
  return (
    <small title={`An estimate at the rate of ${formatDate(estimates.day)}`}>
      {`About ${about.format((cents * rate) / 100)}`}
    </small>
  )
}
