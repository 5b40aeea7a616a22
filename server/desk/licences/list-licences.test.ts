import { expect, test } from 'vitest'
import { plansOf } from '../../testing/support/query-plans.ts'
import { listLicencesPage } from './list-licences.ts'

test('the list of licences is read by indexes alone, whichever status is asked for', async () => {
  const after = { at: '2026-06-30T14:00:00.000Z', id: 'lic_1' }
  const statuses = [undefined, 'active', 'suspended', 'revoked'] as const
  const plans = await plansOf(async (reader) => {
    for (const status of statuses) {
      for (const from of [null, after])
        await listLicencesPage({ reader, engine: 'sqlite' }, { status }, { after: from, limit: 50 })
    }
  })
  expect(plans).toHaveLength(2 * statuses.length)
  for (const { text, steps } of plans) {
    expect(steps.join(), text).not.toMatch(/TEMP B-TREE/)
    if (text.includes('"status" = ')) expect(steps.join(), text).toContain('licences_by_state_and_time')
    else expect(steps.join(), text).toContain('licences_listed')
  }
})
