import { countryName } from '#shared/buyer/country-name.ts'
import { type Tax, taxCountry } from '#shared/pricing/tax.ts'
import { useAppState } from '../../site/framework/app-state.tsx'

/**
 * Names the country of the tax. The seller's own name comes with the page, because a browser's first question loads the names of
 * all countries, which took a third of the prices' longest task.
 */
export function useTaxHome(tax: Tax): string {
  const { company } = useAppState().site
  const country = tax ? taxCountry(tax) : company.country
  return country === company.country ? company.countryName : countryName(country)
}
