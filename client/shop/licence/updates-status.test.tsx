import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { coverageOf } from './coverage.ts'
import { UpdatesStatus } from './updates-status.tsx'

const releases = [
  { version: '2.2.1', date: '2026-09-02' },
  { version: '2.3.0', date: '2026-11-14' },
] as const

function text(updatesUntil: string, status: LicenceInfo['status'] = 'active') {
  const coverage = coverageOf({ updatesUntil }, releases, 'Australia/Sydney')
  return renderToStaticMarkup(<UpdatesStatus status={status} coverage={coverage} />).replace(/<[^>]+>/g, '')
}

test('a licence is said to be on while it gets updates, and to run for good afterwards', () => {
  expect(text('9999-01-01T00:00:00.000Z')).toBe('On. Updates until 1 January 9999')
  expect(text('2026-09-20T13:59:59.999Z')).toBe('Runs for good. Updates ended 20 September 2026')
  expect(text('2026-09-20T13:59:59.999Z', 'revoked')).toBe('Revoked')
})

test('its coverage counts days of the company', () => {
  const midnight = (updatesUntil: string) => coverageOf({ updatesUntil }, releases, 'Australia/Sydney')
  expect(midnight('2026-11-14T12:59:59.999Z')).toMatchObject({ newest: { version: '2.3.0' }, missed: null })
  expect(midnight('2026-11-13T12:59:59.999Z')).toMatchObject({
    newest: { version: '2.2.1' },
    missed: { version: '2.3.0' },
  })
})
