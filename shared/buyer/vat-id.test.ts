import { expect, test } from 'vitest'
import { countryCodes } from './countries.ts'
import { hasVatIds, isVatId, tidyVatId } from './vat-id.ts'

test('the 27 members of the European Union have VAT IDs', () => {
  expect(countryCodes.filter(hasVatIds)).toHaveLength(27)
})

test.each([
  ['ATU12345678', 'AT'],
  ['DE123456789', 'DE'],
  ['de 123 456 789', 'DE'],
  ['EL123456789', 'GR'],
  ['FRAB123456789', 'FR'],
  ['IE1234567WA', 'IE'],
  ['NL123456789B01', 'NL'],
  ['ESX1234567Y', 'ES'],
  ['SE123456789012', 'SE'],
])('%s has the form of %s', (text, country) => {
  expect(isVatId(text, country)).toBe(true)
})

test.each([
  ['DE123456789', 'FR'],
  ['123456789', 'DE'],
  ['DE12345678', 'DE'],
  ['GR123456789', 'GR'],
  ['GB123456789', 'GB'],
  ['', 'DE'],
  ['AU51824753556', 'AU'],
])('%j has not the form of %s', (text, country) => {
  expect(isVatId(text, country)).toBe(false)
})

test('spaces, dots and small letters are forgiven', () => {
  expect(tidyVatId(' be 0123.456.789 ')).toBe('BE0123456789')
  expect(tidyVatId('ＢＥ ０１２３')).toBe('BE0123')
})
