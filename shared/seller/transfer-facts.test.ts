import { expect, test } from 'vitest'
import { payToText, transferFactsFor } from './transfer-facts.ts'

const company = { name: 'Prompt Pty Ltd', country: 'AU', email: 'hello@example.com' } as Parameters<
  typeof transferFactsFor
>[0]['company']
const terms = (bankAccount: object, country: string) =>
  transferFactsFor({ company, bankAccount }, { number: '2026-000001', amount: 100, currency: 'AUD', country })
    .map(({ term }) => term)
    .filter((term) => !['Account name', 'Reference', 'Amount'].includes(term))

test.each([
  [{ bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' }, 'AU', ['BSB', 'Account number']],
  [{ bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' }, 'NZ', ['BSB', 'Account number', 'BIC']],
  [{ bsb: '062-000', number: '12345678' }, 'NZ', ['BSB', 'Account number', 'From another country']],
  [{ iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }, 'NZ', ['IBAN', 'BIC']],
])('an account %j is told to a buyer in %s by %j', (bankAccount, country, facts) => {
  expect(terms(bankAccount, country)).toEqual(facts)
})

test('an invoice says in a sentence whom to pay', () => {
  const account = { bsb: '062-000', number: '12345678' }
  const due = { number: '2026-000001', amount: 100, currency: 'AUD' }
  const textFor = (country: string) =>
    payToText(transferFactsFor({ company, bankAccount: account }, { ...due, country }))
  const home = 'Pay to Prompt Pty Ltd, BSB 062-000, account number 12345678, reference 2026-000001.'
  expect(textFor('AU')).toBe(home)
  expect(textFor('NZ')).toBe(`${home} From another country: Write to hello@example.com.`)
})

test('an invoice from when the amount stood last says the same', () => {
  const facts = [
    { term: 'Account name', value: 'Prompt Pty Ltd' },
    { term: 'BSB', value: '062-000' },
    { term: 'Account number', value: '12345678' },
    { term: 'Reference', value: '2026-000001' },
    { term: 'Amount', value: '$1.00' },
  ]
  expect(payToText(facts)).toBe(
    'Pay to Prompt Pty Ltd, BSB 062-000, account number 12345678, reference 2026-000001.',
  )
})
