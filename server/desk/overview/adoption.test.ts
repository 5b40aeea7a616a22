import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { allRights } from '#shared/desk/scopes.ts'
import { activate } from '../../licences/licensing/activate.ts'
import { addFiles } from '../../licences/releases/add-files.ts'
import { withdraw } from '../../licences/releases/change-rollout.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { versionsNamedIn } from './message-rise.ts'
import { readOverview } from './overview.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const now = new Date('2027-06-20T02:00:00Z')

beforeAll(async () => {
  const add = (version: string, date: Day, rollout?: number) => {
    const paths = writeFiles(filesDir, [`App-${version}-x64.exe`])
    return addFiles({ contentDir, version, paths, said: {}, details: { date, rollout }, clock: () => now })
  }
  await add('9.0.0', '2027-05-01')
  await add('9.1.0', '2027-06-01', 25)
  await add('9.2.0', '2027-06-02', 25)
  await withdraw(contentDir, '9.2.0')
  await add('9.3.0-beta.1', '2027-06-03')
})
afterAll(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

describeOnEitherEngine('the desk’s Today, while versions are on their way', ({ create }) => {
  async function open(): Promise<TestApp> {
    const { environment } = await create()
    return createTestApp({ ...environment, CONTENT_DIR: contentDir }, { clock: () => now })
  }

  test('counts machines by version, beside channel and rollout, also before any has it', async () => {
    const site = await open()
    const { key } = await seedLicence(site.ctx, { seat_limit: 9, updates_until: '2029-01-01T00:00:00.000Z' })
    for (const [index, appVersion] of ['9.0.0', '9.0.0', '9.1.0', '8.8.0-beta.3'].entries()) {
      const machine = { id: `machine-${index}-of-few` }
      expect(await activate(site.ctx, { licenceKey: key, machine, appVersion })).toMatchObject({
        created: true,
      })
    }
    const { versions } = await readOverview(site.ctx, 7, allRights)
    const stable = { channel: 'stable', isWithdrawn: false }
    expect(versions.toSorted((a, b) => String(a.appVersion).localeCompare(String(b.appVersion)))).toEqual([
      { appVersion: '8.8.0-beta.3', machines: 1, channel: 'beta', rollout: null, isWithdrawn: false },
      { appVersion: '9.0.0', machines: 2, ...stable, rollout: 100 },
      { appVersion: '9.1.0', machines: 1, ...stable, rollout: 25 },
      { appVersion: '9.2.0', machines: 0, ...stable, rollout: 25, isWithdrawn: true },
      { appVersion: '9.3.0-beta.1', machines: 0, channel: 'beta', rollout: 100, isWithdrawn: false },
    ])
    await site.ctx.close()
  })

  /** Each text's age in days. */
  async function write(site: TestApp, texts: [string, number, { quarantined?: boolean }?][]) {
    for (const [index, [text, days, { quarantined = false } = {}]] of texts.entries()) {
      const message = {
        name: 'Ada',
        email: `ada${index}@example.com`,
        topic: 'support',
        message: text,
      } as const
      const storing = {
        site: site.ctx.library.typed.site,
        now: new Date(now.getTime() - days * 86_400_000),
        random: site.ctx.random,
      }
      await storeMessage(site.ctx.database.db, { message, verified: true, quarantined }, storing)
    }
  }

  test('tells of a version that three messages of a week name, twice as many as before', async () => {
    const site = await open()
    await write(site, [
      ['Since 9.1 the talent window is black.', 1],
      ['Version 9.1.0 is black, 9.0.0 was not.', 2],
      ['v9.1.0: black!', 6],
      ['9.1.0 is nice', 8],
      ['9.1.0 is old', 15],
      ['Spam for 9.0.0', 1, { quarantined: true }],
      ['What of 9.0.0?', 1],
      ['My IP is 19.1.0.7', 1],
    ])
    const { messageRise } = await readOverview(site.ctx, 7, allRights)
    expect(messageRise).toEqual([{ version: '9.1.0', messages: 3, before: 1 }])
    expect((await readOverview(site.ctx, 7, { role: 'books', scopes: null })).messageRise).toEqual([])
    await site.ctx.close()
  })

  test('tells of none that fewer name, or hardly more than before', async () => {
    const site = await open()
    await write(site, [
      ['9.1.0 is black', 1],
      ['9.1.0 is black again', 2],
      ...Array.from({ length: 4 }, (_, index): [string, number] => [`9.0.0 asks ${index}`, 3]),
      ...Array.from({ length: 3 }, (_, index): [string, number] => [`9.0.0 asked ${index}`, 9]),
    ])
    expect((await readOverview(site.ctx, 7, allRights)).messageRise).toEqual([])
    await site.ctx.close()
  })
})

test.each([
  ['2.4 fails', ['2.4.0']],
  ['2.4.0-beta.1 and 2.4.1.', ['2.4.0-beta.1', '2.4.1']],
  ['macOS 15.1, on 10.0.0.1', ['15.1.0', '10.0.0.1']],
  ['version 2', []],
])('"%s" names %j', (text, versions) => {
  expect([...versionsNamedIn(text)]).toEqual(versions)
})
