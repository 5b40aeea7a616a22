import type { Pricing } from '#shared/pricing/pricing.ts'
import { type TaxRule, taxRuleFor } from '#shared/pricing/tax.ts'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { useReaderCountry } from './use-reader-country.ts'
import { useTaxHome } from './use-tax-home.ts'

/** What a price includes for the reader. @param props `share` is the tax in it, as an amount or a rate */
export function TaxNote({ tax, share }: { tax: TaxRule; share: string }) {
  const country = useReaderCountry()
  const home = useTaxHome(tax)
  // Another element each, because a translator may have replaced the texts of the one before.
  if (country === '') return <span key="anywhere">{verbatim`includes ${share} ${tax.name} in ${home}`}</span>
  if (!taxRuleFor(tax, country)) return <span key="abroad">{`no ${tax.name} outside ${home}`}</span>
  return <span key="home">{verbatim`includes ${share} ${tax.name}`}</span>
}

/** Of all prices: "Prices in AUD, GST included." @param country of the reader; empty if unknown @param home the tax's country, by name */
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
