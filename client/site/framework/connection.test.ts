import { expect, test } from 'vitest'
import { mayPrefetch } from './connection.ts'

test.each([
  [{ onLine: true }, true],
  [{ onLine: true, connection: { effectiveType: '4g', saveData: false } }, true],
  [{ onLine: true, connection: { effectiveType: '3g' } }, true],
  [{ onLine: false }, false],
  [{ onLine: true, connection: { effectiveType: '2g' } }, false],
  [{ onLine: true, connection: { effectiveType: 'slow-2g' } }, false],
  [{ onLine: true, connection: { effectiveType: '4g', saveData: true } }, false],
])('with %j fetching ahead is welcome: %s', (navigator, welcome) => {
  expect(mayPrefetch(navigator as never)).toBe(welcome)
})
