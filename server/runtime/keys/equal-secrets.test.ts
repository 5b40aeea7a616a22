import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalSecrets } from './equal-secrets.ts'

test('two secrets are equal when all of their characters are', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(equalSecrets(one, one)).toBe(true)
      expect(equalSecrets(one, other)).toBe(one === other)
      expect(equalSecrets(one, `${one}x`)).toBe(false)
    }),
  )
})
