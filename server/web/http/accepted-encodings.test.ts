import { expect, test } from 'vitest'
import { acceptedEncodings } from './accepted-encodings.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZIP;Q=1', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', []],
  ['identity;q=0', []],
  ['gzip, identity;q=0', ['gzip']],
  ['gzip, *;q=0', ['gzip']],
  ['identity, gzip;q=0.5', ['identity', 'gzip']],
  ['br;q=nonsense, gzip', ['gzip', 'identity']],
  ['brotli', ['identity']],
])('%j takes %j', (header, accepted) => {
  expect(acceptedEncodings(header)).toEqual(accepted)
})
