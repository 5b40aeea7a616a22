import { usePricing } from '../../app-state.tsx'
import { formatSum } from '../words.ts'

/** ISO 4217, the one that the shop sells in. */
export function useCurrency(): string {
  return usePricing()?.currency ?? 'AUD'
}

/** Formats cents of the shop's currency: −8900 → "−$89.00". */
export function useMoney(): (cents: number) => string {
  const currency = useCurrency()
  return (cents) => formatSum(cents, currency)
}
