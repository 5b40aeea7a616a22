import { wholeMoney } from '#shared/pricing/money.ts'
import { useCurrency } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'

/** The unit, such as "AUD with GST", and a format without cents: 117149 → "$1,171". A plot may round. */
export function usePlotMoney(): { unit: string; round(cents: number): string } {
  const currency = useCurrency()
  const { isDue, note } = useTax()
  return {
    unit: isDue ? `${currency} ${note}` : currency,
    round(cents) {
      const { symbol, amount } = wholeMoney(Math.round(Math.abs(cents) / 100) * 100, currency)
      return `${cents < 0 ? '−' : ''}${symbol}${amount}`
    },
  }
}
