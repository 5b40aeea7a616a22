import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyInAddress } from './key-in-address.ts'

test('a key that is encoded is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (key) => {
      expect(keyInAddress(`#key=${encodeURIComponent(key)}`)).toBe(key)
    }),
  )
})

test.each(['AbC+dEf/12==zz', 'a&b=c#d', '100%', 'a%zz', 'a%ffb'])('%s is read as it is', (key) => {
  expect(keyInAddress(`#key=${key}`)).toBe(key)
  expect(keyInAddress(new URL(`https://shop.example/#key=${key}`).hash)).toBe(key)
})

test('an address without a key has none', () => {
  expect(['', '#', '#t=mail_1.x', '#plans'].map(keyInAddress)).toEqual(['', '', '', ''])
})
