import { taxCountry } from '#shared/pricing/tax.ts'
import { usePricing } from '../../site/framework/app-state.tsx'

/** The seller's tax: its name, "Tax" without one, and whether a Business Activity Statement reports it. */
export function useTax(): { name: string; note: string; isOnBas: boolean; isDue: boolean } {
  const tax = usePricing()?.tax ?? null
  return {
    name: tax?.name ?? 'Tax',
    note: tax ? `with ${tax.name}` : 'without tax',
    isOnBas: tax !== null && taxCountry(tax) === 'AU',
    isDue: tax !== null,
  }
}
