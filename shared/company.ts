import type { Site } from './site.ts'

export type CompanyNumber = { label: string; value: string }

/** The company's number in its register; null where it names none. */
export function companyNumber({
  abn,
  number,
}: Pick<Site['company'], 'abn' | 'number'>): CompanyNumber | null {
  if (number) return { label: number.label, value: number.value }
  return abn === undefined ? null : { label: 'ABN', value: abn }
}

/** As it stands beside the company's name: "ABN 51 824 753 556"; empty where there is none. */
export function companyNumberText(company: Pick<Site['company'], 'abn' | 'number'>): string {
  const number = companyNumber(company)
  return number ? `${number.label} ${number.value}` : ''
}

/** Ends every page and mail: "Example Pty Ltd, ABN 51 824 753 556". */
export function companyLine(company: Pick<Site['company'], 'name' | 'abn' | 'number'>): string {
  return [company.name, companyNumberText(company)].filter(Boolean).join(', ')
}
