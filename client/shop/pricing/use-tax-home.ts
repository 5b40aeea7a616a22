import { countryName } from '#shared/buyer/country-name.ts'
import { type Tax, taxCountry } from '#shared/pricing/tax.ts'
import { useAppState } from '../../site/framework/app-state.tsx'

/**
 * The name of the tax's country. The page contains the seller's: to look one up, a browser loads all names,
 * which took most of the prices' longest task.
 */
export function useTaxHome(tax: Tax): string {
  const { company } = useAppState().site
  const country = tax ? taxCountry(tax) : company.country
  return country === company.country ? company.countryName : countryName(country)
}
