import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { licenceSorts } from '#shared/desk/sorts.ts'
import type { Schema } from '../../runtime/db/schema.ts'
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

test('the licences that run a version are found by its machines when they are few, and among the newest when many', async () => {
  const running = { version: '2.3.0', since: '2026-06-30T14:00:00.000Z' }
  const read = (reader: Kysely<Schema>) =>
    listLicencesPage(
      { reader, engine: 'sqlite' },
      { running },
      { after: null, limit: 50, sort: '-createdAt' },
    )
  const [machines, few] = await plansOf(read)
  expect(machines?.steps).toEqual([expect.stringContaining('activations_by_version')])
  expect(few?.steps.join()).not.toContain('activations_by_version')
  const plans = await plansOf(async (reader) => {
    await sql`pragma foreign_keys = off`.execute(reader)
    await sql`insert into activations
      (id, licence_id, seat, machine_id, machine_name, machine_os, app_version, activated_at, seen_at)
      with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < 1001)
      select value, value, 0, value, '', '', ${running.version}, ${running.since}, ${running.since} from numbers`.execute(
      reader,
    )
    await read(reader)
  })
  const many = plans.at(-1)?.steps.join()
  expect(many).toMatch(/licences_listed.*activations_by_version/)
  expect(many).not.toContain('TEMP B-TREE')
})
