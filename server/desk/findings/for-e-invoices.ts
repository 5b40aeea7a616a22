import { isAbn } from '#shared/buyer/abn.ts'
import type { Found } from '#shared/desk/overview-answers.ts'
import { companyNumber } from '#shared/seller/company.ts'
import type { Config } from '../../config.ts'
import { readSite } from '../../content/site.ts'

/** Finds settings missing for an e-invoice that an e-invoicing network accepts. */
export function findForEInvoices({ contentDir }: Pick<Config, 'contentDir'>): Found[] {
  const { company } = readSite(contentDir)
  const where = `${contentDir}/site.yml, company`
  const number = companyNumber(company)
  const findings: Found[] = []
  if (!company.address) {
    findings.push({
      where: `${where}.address`,
      found: 'no address on documents and e-invoices',
      todo: 'Add it: an invoice to a business in the EU must show it, and many programs ask for it.',
    })
  }
  if (!number || (number.label === 'ABN' && !isAbn(number.value))) {
    findings.push({
      where: `${where}.${company.number ? 'number' : 'abn'}`,
      found: number ? `${number.value} is in no register` : 'no number that names the company',
      todo: 'Add the company’s number: an e-invoice is addressed by it, and is refused without.',
    })
  }
  return findings
}
