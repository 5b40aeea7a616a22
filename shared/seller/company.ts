import { countryName } from '../buyer/country-name.ts'
import { addressLines } from '../buyer/postal-address.ts'
import type { Site } from './site.ts'

type CompanyNumber = { label: string; value: string }

type Numbered = Pick<Site['company'], 'abn' | 'number'>

export function companyNumber({ abn, number }: Numbered): CompanyNumber | null {
  if (number) return { label: number.label, value: number.value }
  return abn === undefined ? null : { label: 'ABN', value: abn }
}

/** "ABN 51 824 753 556"; empty without a number. */
export function companyNumberText(company: Numbered): string {
  const number = companyNumber(company)
  return number ? `${number.label} ${number.value}` : ''
}

/** "1 Example Street, Sydney NSW 2000, Australia"; empty without an address. */
export function companyAddress(company: Pick<Site['company'], 'address' | 'country'>): string {
  const { address } = company
  if (!address) return ''
  const { country = company.country } = address
  return [...addressLines(address, country), countryName(country)].join(', ')
}

/** Ends every page and mail: "Example Pty Ltd, ABN 51 824 753 556". */
export function companyLine(company: Numbered & Pick<Site['company'], 'name'>): string {
  return [company.name, companyNumberText(company)].filter(Boolean).join(', ')
}
