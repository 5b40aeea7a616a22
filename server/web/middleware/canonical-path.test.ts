import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { toCanonicalPath } from './canonical-path.ts'

test.each([
  '/shop/completed',
  '/shop/completed/',
  '/%73hop/completed',
  '/%73%68%6F%70/complete%64',
  '/./shop/completed',
  '/shop/%2e/completed',
  '/shop/x/../completed/.',
  '/shop/%2E./shop/completed',
  '//shop//completed',
  '/\\shop\\completed',
])('%s is /shop/completed', (path) => expect(toCanonicalPath(path)).toBe('/shop/completed'))

test.each([
  '/',
  '/news/caf%C3%A9',
  '/news/a%2Fb',
  '/news/100%25',
  '/news/%2573hop',
  '/news/%ZZ',
  '/a;b',
  '/~x_-.y',
])('%s is in its one spelling', (path) => expect(toCanonicalPath(path)).toBe(path))

test('a canonical path stays as it is, and on this site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '%2e',
    '%2F',
    '%5c',
    '%',
    '%41',
    '%7e',
    'a',
    ':',
    '@',
    'é',
    '"',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = toCanonicalPath(`/${pieces.join('')}`)
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(toCanonicalPath(path)).toBe(path)
    }),
    { numRuns: runs(2_000) },
  )
})
