import { expect, test } from 'vitest'
import { describeDatabaseFault } from './site-database.ts'

test('a locked or full database is named, with what to do', () => {
  const fault = (errcode: number) =>
    describeDatabaseFault(Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode }))
  expect(fault(5)).toMatch(/site\.db is locked: .* Nothing was done\.$/)
  expect(fault(13)).toContain('lies on a full disk')
  expect([fault(1), describeDatabaseFault(new Error('other'))]).toEqual([null, null])
})
