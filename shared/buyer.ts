import { type Tax, taxCountry } from './tax.ts'

/** From this total on, in cents, an Australian tax invoice must name the buyer. GST Act 1999 s 29-70(1)(c)(iii). */
export const buyerIdentityFrom = 100_000

/** Where an ABN is a company's number. */
export const abnCountry = 'AU'

/** Whether the law asks for the buyer's identity: on a tax invoice of Australia alone. */
export function mustNameBuyer(total: number, tax: Tax, country: string): boolean {
  return tax !== null && taxCountry(tax) === 'AU' && country === 'AU' && total >= buyerIdentityFrom
}
