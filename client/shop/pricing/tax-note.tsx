import type { Pricing } from '#shared/pricing/pricing.ts'
import { type TaxRule, taxRuleFor } from '#shared/pricing/tax.ts'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { useReaderCountry } from './use-reader-country.ts'
import { useTaxHome } from './use-tax-home.ts'

/**
 * States the tax in a price for the reader.
 * @param props `share` is the tax as an amount or a rate
 */
export function TaxNote({ tax, share }: { tax: TaxRule; share: string }) {
  const country = useReaderCountry()
  const home = useTaxHome(tax)
  // Each text has its own key, because a translator may have replaced the text node of another.
  if (country === '') return <span key="anywhere">{verbatim`includes ${share} ${tax.name} in ${home}`}</span>
  if (!taxRuleFor(tax, country)) return <span key="abroad">{`no ${tax.name} outside ${home}`}</span>
  return <span key="home">{verbatim`includes ${share} ${tax.name}`}</span>
}

/**
 * A lead for all prices: "Prices in AUD, GST included."
 * @param country of the reader; empty if unknown
 * @param home the name of the tax's country
 */
export function priceLead(
  { currency, tax }: Pick<Pricing, 'currency' | 'tax'>,
  { country, home }: { country: string; home: string },
): string {
  if (!tax) return `Prices in ${currency}.`
  if (country === '') return `Prices in ${currency}, ${tax.name} included in ${home}.`
  return taxRuleFor(tax, country)
    ? `Prices in ${currency}, ${tax.name} included.`
    : `Prices in ${currency}, no ${tax.name} outside ${home}.`
}
