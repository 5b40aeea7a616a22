import { formatMoney } from './money.ts'
import type { Site } from './site.ts'

export type Fact = { term: string; value: string }

type Due = { number: string; total: number; currency: string }

export function transferFacts(site: Pick<Site, 'company' | 'bankAccount'>, due: Due): Fact[] {
  const { bsb, number, iban, bic } = site.bankAccount
  const account = number
    ? [...fact('BSB', bsb), ...fact('Account number', number)]
    : [...fact('IBAN', iban), ...fact('BIC', bic)]
  return [
    { term: 'Account name', value: site.company.name },
    ...account,
    { term: 'Reference', value: due.number },
    { term: 'Amount', value: `${formatMoney(due.total, due.currency)} ${due.currency}` },
  ]
}

/** Further details that foreign banks ask for; empty if the company's bank takes no foreign transfers. */
export function foreignTransferFacts({
  bankAccount: { bsb, number, bic, iban },
}: Pick<Site, 'bankAccount'>): Fact[] {
  if (!bic && !iban) return []
  const account = iban ?? [bsb, number].filter(Boolean).join(' ')
  return [...fact('BIC', bic), ...fact(iban ? 'IBAN' : 'Account', account)]
}

function fact(term: string, value: string | undefined): Fact[] {
  return value ? [{ term, value }] : []
}
