import { abnCountry } from '../buyer/abn-country.ts'
import { formatMoney } from '../pricing/money.ts'
import { type Tax, taxCountry } from '../pricing/tax.ts'

/** In cents. A tax invoice for this total or more must identify the buyer (GST Act 1999 s 29-70(1)(c)(iii)). */
export const buyerIdentityFrom = 100_000

/** Only an Australian tax invoice must identify the buyer. */
export function mustNameBuyer(total: number, tax: Tax, country: string): boolean {
  return (
    tax !== null && taxCountry(tax) === abnCountry && country === abnCountry && total >= buyerIdentityFrom
  )
}

/** `buyerIdentityFrom` as words in a sentence: "$1,000" in AUD. */
export function formatIdentityFrom(currency: string): string {
  return formatMoney(buyerIdentityFrom, currency).replace(/\.00$/, '')
}
