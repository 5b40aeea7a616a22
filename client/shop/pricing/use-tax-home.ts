import { countryName } from '#shared/buyer/country-name.ts'
import { type Tax, taxCountry } from '#shared/pricing/tax.ts'
import { useAppState } from '../../site/framework/app-state.tsx'

/**
 * Names the country of the tax. The seller's name comes with the page, because a browser loads all names to tell one. That took
 * most of the prices' longest task.
 */
export function useTaxHome(tax: Tax): string {
  const { company } = useAppState().site
  const country = tax ? taxCountry(tax) : company.country
  return country === company.country ? company.countryName : countryName(country)
}
