import { hasVatIds } from './vat-id.ts'

/** EU consumers may withdraw within fourteen days (Directive 2011/83/EU). A buyer with a VAT ID is a business. */
export function mayWithdraw({ country, vatId }: { country: string; vatId?: string | undefined }): boolean {
  return hasVatIds(country) && !vatId
}
