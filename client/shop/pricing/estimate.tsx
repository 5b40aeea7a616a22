import { formatDate } from '#shared/calendar/calendar.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { useReaderCountry } from './use-reader-country.ts'

/** "About €131" in the reader's currency, if the site has its rate. Only the browser knows the reader's country. */
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

const currencies: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
      .split(' ')
      .map((country) => [country, 'EUR']),
  ),
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  US: 'USD',
  ZA: 'ZAR',
}

/** The currency of a country; empty if it isn't listed. */
function currencyOf(country: string): string {
  return currencies[country] ?? ''
}
