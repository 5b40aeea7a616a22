import { expect, test } from 'vitest'
import { licenceSorts } from '#shared/desk/sorts.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { listLicencesPage } from './list-licences.ts'

test('the list of licences is read by indexes alone, whichever status is asked for', async () => {
  const keys = ['2026-06-30T14:00:00.000Z']
  const statuses = [undefined, 'active', 'suspended', 'revoked'] as const
  const plans = await plansOf(async (reader) => {
    for (const status of statuses) {
      for (const sort of licenceSorts)
        for (const after of [null, { sort, keys, id: 'lic_1' }])
          await listLicencesPage({ reader, engine: 'sqlite' }, { status }, { after, limit: 50, sort })
    }
  })
  const running = { version: '2.3.0', since: '2026-06-30T14:00:00.000Z' }
  const [ofVersion] = await plansOf((reader) =>
    listLicencesPage(
      { reader, engine: 'sqlite' },
      { running },
      { after: null, limit: 50, sort: '-createdAt' },
    ),
  )
  expect(ofVersion?.steps.join()).toMatch(/licences_listed.*activations_by_version/)
  expect(ofVersion?.steps.join()).not.toMatch(/TEMP B-TREE/)
  expect(plans).toHaveLength(2 * statuses.length * licenceSorts.length)
  for (const { text, steps } of plans) {
    expect(steps.join(), text).not.toMatch(/TEMP B-TREE/)
    const isOfState = text.includes('"status" = ')
    const [ofAll, ofState] = text.includes('order by "updates_until"')
      ? ['licences_by_end', 'licences_by_state_and_end']
      : ['licences_listed', 'licences_by_state_and_time']
    expect(steps.join(), text).toContain(isOfState ? ofState : ofAll)
  }
})
