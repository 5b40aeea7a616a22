import { expect, test } from 'vitest'
import { transferFactsFor } from './transfer-facts.ts'

const company = { name: 'Prompt Pty Ltd', country: 'AU', email: 'hello@example.com' } as Parameters<
  typeof transferFactsFor
>[0]['company']
const terms = (bankAccount: object, country: string) =>
  transferFactsFor({ company, bankAccount }, { number: '2026-000001', amount: 100, currency: 'AUD', country })
    .map(({ term }) => term)
    .filter((term) => !['Account name', 'Reference', 'Amount'].includes(term))

test.each([
  [{ bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' }, 'AU', ['BSB', 'Account number']],
  [
    { bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' },
    'NZ',
    ['BSB', 'Account number', 'BIC', 'Account'],
  ],
  [{ bsb: '062-000', number: '12345678' }, 'NZ', ['BSB', 'Account number', 'From another country']],
  [{ iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }, 'NZ', ['IBAN', 'BIC']],
])('an account %j is told to a buyer in %s by %j', (bankAccount, country, told) => {
  expect(terms(bankAccount, country)).toEqual(told)
})
