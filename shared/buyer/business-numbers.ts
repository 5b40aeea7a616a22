import { abnCountry } from './abn-country.ts'
import { hasVatIds } from './vat-id.ts'

type Business = { country: string; abn?: string | undefined; vatId?: string | undefined }

/** The numbers of businesses in the buyer's country, and any other that the order has. */
export function businessNumbers({ country, abn = '', vatId = '' }: Business) {
  return [
    ...(country === abnCountry || abn ? [{ name: 'abn', label: 'ABN', value: abn }] : []),
    ...(hasVatIds(country) || vatId ? [{ name: 'vatId', label: 'VAT ID', value: vatId }] : []),
  ]
}
