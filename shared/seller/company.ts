import { countryName } from '../buyer/country-name.ts'
import { addressLines } from '../buyer/postal-address.ts'
import type { Site } from './site.ts'

type CompanyNumber = { label: string; value: string }

export function companyNumber(company: Pick<Site['company'], 'abn' | 'number'>): CompanyNumber | null {
  const { abn, number } = company
  if (number) return { label: number.label, value: number.value }
  return abn === undefined ? null : { label: 'ABN', value: abn }
}

/** "ABN 51 824 753 556"; empty without a number. */
export function companyNumberText(company: Pick<Site['company'], 'abn' | 'number'>): string {
  const number = companyNumber(company)
  return number ? `${number.label} ${number.value}` : ''
}

/** "1 Example Street, Sydney NSW 2000, Australia"; empty if there is no address. */
export function companyAddress(company: Pick<Site['company'], 'address' | 'country'>): string {
  const { address } = company
  if (!address) return ''
  const { country = company.country } = address
  return [...addressLines(address, country), countryName(country)].join(', ')
}

/** The last line of every page and mail: "Example Pty Ltd, ABN 51 824 753 556". */
export function companyLine(company: Pick<Site['company'], 'name' | 'abn' | 'number'>): string {
  return [company.name, companyNumberText(company)].filter(Boolean).join(', ')
}
