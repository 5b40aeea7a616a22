import { formatMoney } from './money.ts'
import type { Site } from './site.ts'

export type Fact = { term: string; value: string }

type Due = { number: string; total: number; currency: string }

/** Where a transfer within the company's land goes, with the order's number as its reference. */
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

/** What a bank abroad asks for besides; empty where the company's bank can't be reached from there. */
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
