import { expect, test } from 'vitest'
import { isIban } from './iban.ts'

test.each(['GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000', 'NO9386011117947'])(
  '%s is an IBAN',
  (text) => {
    expect(isIban(text)).toBe(true)
  },
)

test.each([
  'GB29 NWBK 6016 1331 9268 18',
  'DE8937040044053201300',
  '',
  '062-000 12345678',
  'de89370400440532013000',
])('%j is none', (text) => {
  expect(isIban(text)).toBe(false)
})
