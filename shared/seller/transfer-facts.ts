import { formatPrice } from '../pricing/money.ts'
import type { Site } from './site.ts'

export type Fact = { term: string; value: string }

/** Amount in cents. */
type Due = { number: string; amount: number; currency: string }

export const allCharges = 'Choose “all charges to the sender”, so that the whole amount arrives.'

/** The payment details that a buyer in that country needs. */
export function transferFactsFor(
  site: Pick<Site, 'company' | 'bankAccount'>,
  due: Due & { country: string },
): Fact[] {
  const facts = transferFacts(site, due)
  if (!paysFromAbroad(site, due.country)) return facts
  if (takesForeignTransfers(site)) return [...facts, ...foreignTransferFacts(site)]
  return [...facts, { term: fromAbroad, value: `Write to ${site.company.email}` }]
}

export function paysFromAbroad({ company }: Pick<Site, 'company'>, country: string): boolean {
  return country !== company.country
}

export function transferFacts(site: Pick<Site, 'company' | 'bankAccount'>, due: Due): Fact[] {
  const { bsb, number, iban, bic } = site.bankAccount
  const account = number
    ? [...fact('BSB', bsb), ...fact('Account number', number)]
    : [...fact('IBAN', iban), ...fact('BIC', bic)]
  return [
    { term: amount, value: formatPrice(due.amount, due.currency) },
    ...account,
    { term: payee, value: site.company.name },
    { term: 'Reference', value: due.number },
  ]
}

/** For mails that already state the amount. */
export function withoutAmount(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ term }) => term !== amount)
}

/** Banks abroad can't find an account by its number alone. */
export function takesForeignTransfers({ bankAccount }: Pick<Site, 'bankAccount'>): boolean {
  return Boolean(bankAccount.bic || bankAccount.iban)
}

/** Additional details for banks abroad; empty if there are none. */
export function foreignTransferFacts(site: Pick<Site, 'bankAccount'>): Fact[] {
  const { number, bic, iban } = site.bankAccount
  // Without an account number, IBAN and BIC are among the other facts already.
  return number ? [...fact('BIC', bic), ...fact('IBAN', iban)] : []
}

/** "Pay to Example Pty Ltd, BSB 000-000, account number 00000000, reference 2026-000001." */
export function payToText(facts: readonly Fact[]): string {
  const name = facts.find(({ term }) => term === payee)?.value
  const others = facts.filter(({ term }) => ![amount, payee, fromAbroad].includes(term))
  const named = others.map(({ term, value }) => `${isAcronym(term) ? term : term.toLowerCase()} ${value}`)
  const abroad = facts.find(({ term }) => term === fromAbroad)
  const sentence = `Pay to ${[name, ...named].join(', ')}.`
  return abroad ? `${sentence} ${fromAbroad}: ${abroad.value}.` : sentence
}

/** The facts as fields for payment programs. */
export function accountOf(facts: readonly Fact[]) {
  const find = (term: string) => facts.find((fact) => fact.term === term)?.value
  return {
    name: find(payee),
    reference: find('Reference'),
    bsb: find('BSB'),
    number: find('Account number'),
    iban: find('IBAN'),
    bic: find('BIC'),
  }
}

const amount = 'Amount'
const payee = 'Account name'
const fromAbroad = 'From another country'

function isAcronym(term: string): boolean {
  return term === term.toUpperCase()
}

function fact(term: string, value: string | undefined): Fact[] {
  return value ? [{ term, value }] : []
}
