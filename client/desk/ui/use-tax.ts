import { type Tax, taxCountry } from '#shared/pricing/tax.ts'
import { usePricing } from '../../site/framework/app-state.tsx'

/** The seller's tax: its name ("Tax" if there is none), and whether a Business Activity Statement reports it. */
export function useTax(): { name: string; note: string; isOnBas: boolean; isDue: boolean } {
  const tax = usePricing()?.tax ?? null
  return {
    name: tax?.name ?? 'Tax',
    note: tax ? `with ${tax.name}` : 'without tax',
    isOnBas: tax !== null && taxCountry(tax) === 'AU',
    isDue: tax !== null,
  }
}

/**
 * Words for the tax next to a sum.
 * @param rule null if no tax was due
 */
export function useTaxNote(rule: Tax): string {
  const { isDue } = useTax()
  if (rule) return `with ${rule.name}`
  return isDue ? 'without tax' : ''
}
