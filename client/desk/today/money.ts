import { wholeMoney } from '#shared/money.ts'

export type MoneyWords = { currency: string; taxName: string | null }

/** "AUD with GST" */
export function withTax({ currency, taxName }: MoneyWords): string {
  return taxName === null ? currency : `${currency} with ${taxName}`
}

/** 117149 → "$1,171": a plot may round. */
export function roundMoney(cents: number, currency: string): string {
  const { symbol, amount } = wholeMoney(Math.round(cents / 100) * 100, currency)
  return symbol + amount
}
