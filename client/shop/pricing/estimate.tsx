import { formatDate } from '#shared/calendar/calendar.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { currencyOf } from './currency-of.ts'
import { useReaderCountry } from './use-reader-country.ts'

/** "About €131" in the reader's currency, where the site has a rate. Only the browser knows the reader. */
export function Estimate({ cents }: { cents: number }) {
  const { estimates } = useAppState().site
  const currency = currencyOf(useReaderCountry())
  const rate = estimates?.rates[currency]
  if (!estimates || rate === undefined) return null
  const about = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 })
  return (
    <small title={`An estimate at the rate of ${formatDate(estimates.day)}`}>
      {`About ${about.format((cents * rate) / 100)}`}
    </small>
  )
}
