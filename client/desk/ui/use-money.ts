import { formatSum } from '#shared/desk/words.ts'
import { usePricing } from '../../site/framework/app-state.tsx'

/** The shop's currency, ISO 4217. */
export function useCurrency(): string {
  return usePricing()?.currency ?? 'AUD'
}

/** −8900 → "−$89.00" */
export function useMoney(): (cents: number, currency?: string | null) => string {
  const own = useCurrency()
  return (cents, currency) => formatSum(cents, currency ?? own)
}
