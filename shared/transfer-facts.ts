import { formatWithCode } from './money.ts'
import type { Site } from './site.ts'

export type Fact = { term: string; value: string }

/** In cents. */
type Due = { number: string; amount: number; currency: string }

/** What a buyer in that country needs. */
export function transferFactsFor(
  site: Pick<Site, 'company' | 'bankAccount'>,
  due: Due & { country: string },
): Fact[] {
  const facts = transferFacts(site, due)
  if (due.country === site.company.country) return facts
  if (takesForeignTransfers(site)) return [...facts, ...foreignTransferFacts(site)]
  return [...facts, { term: 'From another country', value: `Write to ${site.company.email}` }]
}

export function transferFacts(site: Pick<Site, 'company' | 'bankAccount'>, due: Due): Fact[] {
  const { bsb, number, iban, bic } = site.bankAccount
  const account = number
    ? [...fact('BSB', bsb), ...fact('Account number', number)]
    : [...fact('IBAN', iban), ...fact('BIC', bic)]
  return [
    { term: 'Account name', value: site.company.name },
    ...account,
    { term: 'Reference', value: due.number },
    { term: 'Amount', value: formatWithCode(due.amount, due.currency) },
  ]
}

/** Other countries' banks find no account by its number alone. */
export function takesForeignTransfers({ bankAccount }: Pick<Site, 'bankAccount'>): boolean {
  return Boolean(bankAccount.bic || bankAccount.iban)
}

/** Further details that foreign banks ask for; empty if there are none. */
export function foreignTransferFacts({
  bankAccount: { bsb, number, bic, iban },
}: Pick<Site, 'bankAccount'>): Fact[] {
  // Without a number, the IBAN and BIC stand among the other facts.
  if (!number || (!bic && !iban)) return []
  const account = iban ?? [bsb, number].filter(Boolean).join(' ')
  return [...fact('BIC', bic), ...fact(iban ? 'IBAN' : 'Account', account)]
}

function fact(term: string, value: string | undefined): Fact[] {
  return value ? [{ term, value }] : []
}
