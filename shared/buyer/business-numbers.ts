import { abnCountry, nzbnCountry } from './abn-country.ts'
import { hasVatIds } from './vat-id.ts'

type Business = {
  country: string
  abn?: string | undefined
  nzbn?: string | undefined
  vatId?: string | undefined
}

/** The business numbers that the buyer's country uses, and any others that the order has. */
export function businessNumbers({ country, abn = '', nzbn = '', vatId = '' }: Business) {
  return [
    ...(country === abnCountry || abn ? [{ name: 'abn', label: 'ABN', value: abn }] : []),
    ...(country === nzbnCountry || nzbn ? [{ name: 'nzbn', label: 'NZBN', value: nzbn }] : []),
    ...(hasVatIds(country) || vatId ? [{ name: 'vatId', label: 'VAT ID', value: vatId }] : []),
  ]
}
