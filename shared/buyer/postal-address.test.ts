import { expect, test } from 'vitest'
import { addressLines, addressOf, addressText } from './postal-address.ts'

test.each([
  ['AU', '1 Quay Street, Level 2, Sydney NSW 2000'],
  ['DE', '1 Quay Street, Level 2, 2000 Sydney NSW'],
])('an address in %s reads %s', (country, text) => {
  const parts = { city: 'Sydney', state: 'NSW', postcode: '2000' }
  const address = addressOf({ addressLine1: '1 Quay Street', addressLine2: 'Level 2', ...parts })
  expect(addressText(address, country)).toBe(text)
})

test('what is missing leaves no gap, and nothing is no address', () => {
  expect(addressLines({ lines: ['1 Quay Street'] }, 'AU')).toEqual(['1 Quay Street'])
  expect(addressOf({ postcode: '2000' })).toMatchObject({ lines: [], postcode: '2000' })
  expect(addressOf({ addressLine1: '' })).toBeNull()
  expect(addressText(null, 'AU')).toBe('')
})
