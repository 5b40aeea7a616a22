import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Day } from '#shared/calendar/calendar.ts'
import { apiRoutes, betaUpdateRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { checkForUpdates } from '../../testing/support/electron-updater.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { stagingIdAt } from '../../testing/support/staging-id.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'
import { withdraw } from './change-rollout.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const clock = () => new Date('2027-06-01T02:00:00Z')
const [early, late] = [stagingIdAt(0.049), stagingIdAt(0.051)]

beforeAll(async () => {
  const add = (version: string, date: Day, rollout?: number) =>
    addFiles({
      contentDir,
      version,
      paths: writeFiles(filesDir, [`App-${version}-x64.exe`]),
      said: {},
      details: { summary: `About ${version}.`, date, rollout },
      clock,
    })
  await add('9.0.0', '2027-01-01')
  await add('9.1.0-beta.1', '2027-02-01')
  await add('9.1.0-beta.2', '2027-02-02')
  await add('9.0.1', '2027-03-01', 5)
  await add('9.2.0', '2027-03-02', 25)
  await withdraw(contentDir, '9.2.0')
})
afterAll(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

describeOnEitherEngine('a site with a beta, a version for five percent and a withdrawn one', ({ create }) => {
  let site: TestApp
  let origin: string

  beforeEach(async () => {
    const { environment } = await create()
    site = await createTestApp({ ...environment, CONTENT_DIR: contentDir }, { clock })
    const server = createServer(site.app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return async () => {
      server.closeAllConnections()
      server.close()
      await site.ctx.close()
    }
  })

  const strangers = [
    ['a stranger among the first', { version: '8.0.0', stagingId: early }, 'available 9.0.1'],
    ['a stranger among the later', { version: '8.0.0', stagingId: late }, 'available 9.0.0'],
    ['a later one with what all have', { version: '9.0.0', stagingId: late }, 'none'],
    [
      'one of the beta channel',
      { version: '9.0.0', channel: 'beta', stagingId: late },
      'available 9.1.0-beta.2',
    ],
    ['one with the older beta', { version: '9.1.0-beta.1', channel: 'beta' }, 'available 9.1.0-beta.2'],
    ['one with the newest beta', { version: '9.1.0-beta.2', channel: 'beta' }, 'none'],
    ['one with the withdrawn version', { version: '9.2.0', stagingId: early }, 'none'],
  ] as const

  test('offers strangers their share, by electron-updater', async () => {
    for (const [who, installed, event] of strangers) {
      const events = await checkForUpdates(origin, { allowDowngrade: false, ...installed })
      expect([who, ...events]).toEqual([who, event])
    }
  })

  const licences = [
    ['2027-03-01', 'latest', early, 'available 9.0.1'],
    ['2027-03-01', 'latest', late, 'available 9.0.0'],
    ['2027-02-28', 'latest', early, 'available 9.0.0'],
    ['2027-02-01', 'beta', early, 'available 9.1.0-beta.1'],
    ['2026-12-31', 'beta', early, 'none'],
    ['2020-01-01', 'beta', early, 'none'],
  ] as const

  test('offers licences their share of what they cover', async () => {
    for (const [until, channel, stagingId, event] of licences) {
      const { key } = await seedLicence(site.ctx, { updates_until: `${until}T12:00:00.000Z` })
      const headers = { Authorization: `Bearer ${key}` }
      const installed = { version: '1.0.0', channel, stagingId, headers }
      expect([until, ...(await checkForUpdates(origin, installed))]).toEqual([until, event])
    }
  })

  test('offers an unknown key nothing, in the beta channel as well', async () => {
    const headers = { Authorization: 'Bearer PRMT-0000' }
    expect(await checkForUpdates(origin, { version: '1.0.0', channel: 'beta', headers })).toEqual(['none'])
  })

  test('says the percentage to an updater that doesn’t say its place, and names both headers to caches', async () => {
    const { text, headers } = await supertest(site.app).get(updateRoutes.windows).expect(200)
    expect(parse(text)).toMatchObject({ version: '9.0.1', stagingPercentage: 5 })
    expect(headers.vary).toMatch(/Authorization, X-User-Staging-Id/)
    const beta = await supertest(site.app).get(betaUpdateRoutes.windows).expect(200)
    expect(parse(beta.text)).not.toHaveProperty('stagingPercentage')
  })

  test('answers /api/releases/latest by channel and place', async () => {
    const ask = async (query: string, headers: Record<string, string>) =>
      (
        await supertest(site.app)
          .get(apiRoutes.latestRelease + query)
          .set(headers)
          .expect(200)
      ).body.version
    expect(await ask('', {})).toBe('9.0.0')
    expect(await ask('', { 'X-User-Staging-Id': early })).toBe('9.0.1')
    expect(await ask('', { 'X-User-Staging-Id': late })).toBe('9.0.0')
    expect(await ask('?channel=beta', {})).toBe('9.1.0-beta.2')
  })

  test('lists what everybody is offered, and betas if asked', async () => {
    const list = async (query: string) => {
      const { body } = await supertest(site.app)
        .get(apiRoutes.releases + query)
        .expect(200)
      return body.releases.map(({ version }: { version: string }) => version).slice(0, 3)
    }
    expect(await list('')).toEqual(['9.0.0', '2.3.0', '2.2.1'])
    expect(await list('?channel=beta')).toEqual(['9.1.0-beta.2', '9.1.0-beta.1', '9.0.0'])
    await supertest(site.app).get(`${apiRoutes.releases}?channel=nightly`).expect(422)
  })

  test('announces what everybody is offered, on its pages and to machines', async () => {
    const page = async (path: string) => (await supertest(site.app).get(path).expect(200)).text
    for (const path of [routes.home, routes.downloads, routes.pricing]) {
      const text = await page(path)
      expect([path, text.match(/9\.1\.0|9\.0\.1|9\.2\.0|9\.2 /g)]).toEqual([path, null])
    }
    const downloads = await page(routes.downloads)
    expect(downloads).toContain('"softwareVersion":"9.0.0"')
    expect(downloads).toContain(routes.downloadsOf('beta'))
  })

  test('tells on What’s new what was withdrawn and what is on its way, but no beta', async () => {
    const { text } = await supertest(site.app).get(routes.whatsNew).expect(200)
    const sheet = (anchor: string) =>
      text.split('<article').find((each) => each.includes(`id="${anchor}"`)) ?? ''
    expect(sheet('v9-2-0')).toContain('We withdrew this version.')
    expect(sheet('v9-0-1')).toContain('This version goes to a few computers first')
    expect(sheet('v9-0-0')).toContain('Latest version')
    expect(text.slice(0, text.indexOf('</main>'))).not.toContain('9.1.0')
  })

  test('says what a beta is where somebody asks for it, and never makes it a button', async () => {
    const { text } = await supertest(site.app).get(routes.downloadsOf('beta')).expect(200)
    expect(text).toContain('A beta is the next version before it’s finished.')
    const links = [...text.matchAll(/<a[^>]*beta\.2-x64\.exe[^>]*>/g)].map(([link]) => link)
    expect(links).toHaveLength(1)
    expect(links[0]).not.toContain('Button')
    expect(text).toContain('"softwareVersion":"9.0.0"')
    const none = await createTestApp()
    expect((await supertest(none.app).get(routes.downloadsOf('beta'))).text).toContain(
      'There is no beta to try',
    )
    await none.ctx.close()
  })
})

test('what is held back or withdrawn is no error to an updater, though there is nothing else', async () => {
  const dir = copyContent()
  const paths = writeFiles(`${dir}-files`, ['App-9.0.0-x64.exe'])
  const details = { summary: 'About 9.0.0.', date: '2027-01-01', rollout: 5 } as const
  await addFiles({ contentDir: dir, version: '9.0.0', paths, said: {}, details, clock })
  const outcomes = []
  for (const change of [() => {}, () => withdraw(dir, '9.0.0')]) {
    await change()
    const site = await createTestApp({ CONTENT_DIR: dir }, { clock })
    const asked = supertest(site.app).get(updateRoutes.windows).set('X-User-Staging-Id', late)
    outcomes.push(parse((await asked.expect(200)).text))
    await site.ctx.close()
  }
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ version: '0.0.0', stagingPercentage: 0, code: 'release_not_found' })
  for (const each of [dir, `${dir}-files`]) rmSync(each, { recursive: true })
})
