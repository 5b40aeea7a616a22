import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { readSite } from '../../content/site.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { checkForUpdates, updaterOf } from '../../testing/support/electron-updater.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { replaceKey, setStatus, setUpdatesUntil } from '../licensing/acts.ts'
import { readKey } from '../licensing/look-up.ts'
import { addFiles } from './add-files.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const { product } = readSite(contentDir)
const clock = () => new Date('2027-03-02T02:00:00Z')

beforeAll(async () => {
  const add = (version: string, details: { summary?: string; date?: Day }) =>
    addFiles({
      contentDir,
      version,
      paths: writeFiles(filesDir, [`${product}-${version}-x64.exe`]),
      said: {},
      details,
      clock,
    })
  await add('2.3.0', {})
  await add('2.4.0', { summary: 'New.', date: '2027-03-01' })
})
afterAll(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

describeOnBothEngines('updates for a licence', ({ create }) => {
  let site: TestApp
  let origin: string
  let close: () => Promise<void>

  beforeEach(async () => {
    const { environment } = await create()
    site = await createTestApp({ ...environment, CONTENT_DIR: contentDir }, { clock })
    const server = createServer(site.app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = async () => {
      server.closeAllConnections()
      server.close()
      await site.ctx.close()
    }
  })
  afterEach(() => close())

  function seed(updates_until: string, status: LicenceRow['status'] = 'active') {
    return seedLicence(site.ctx, { updates_until, status })
  }

  const offered = (key: string) =>
    updaterOf(origin, { platform: 'win32', headers: { Authorization: `Bearer ${key}` } }).getLatestVersion()

  test.each([
    ['on the day of the newest release', '2027-03-01T12:59:59.999Z', '2.4.0'],
    ['on the day before it', '2027-02-28T12:59:59.999Z', '2.3.0'],
    ['years before that', '2026-11-14T12:59:59.999Z', '2.3.0'],
  ])('that end %s', async (_when, until, version) => {
    const { key } = await seed(until)
    expect((await offered(key)).version).toBe(version)
    expect((await offered(key.toLowerCase())).version).toBe(version)
    const { body, headers } = await supertest(site.app)
      .get(apiRoutes.latestRelease)
      .set('Authorization', `Bearer ${key}`)
      .expect(200)
    expect([body.version, headers['cache-control']]).toEqual([version, 'private, no-store'])
    expect(headers.vary).toContain('Authorization')
  })

  /** What a computer with version 2.2.0 is offered, and what the same key gets as JSON. */
  async function asked(authorization: string): Promise<[string[], string, string | undefined]> {
    const headers = { Authorization: authorization }
    const events = await checkForUpdates(origin, { version: '2.2.0', headers })
    const answer = await supertest(site.app).get(apiRoutes.latestRelease).set(headers)
    expect(answer.get('cache-control')).toContain('no-store')
    return [events, answer.body.code ?? answer.body.version, answer.get('vary')?.match(/authorization/i)?.[0]]
  }

  const nothing = (code: string) => [['none'], code, 'Authorization']

  test('whose key is typed with spaces or other dashes are what it covers', async () => {
    const { key } = await seed('2027-02-28T12:59:59.999Z')
    const enDashes = Buffer.from(key.replaceAll('-', '–')).toString('latin1')
    for (const typed of [key.replaceAll('-', ' '), ` ${key.toLowerCase()} `, enDashes]) {
      expect(await asked(`Bearer ${typed}`)).toEqual([['available 2.3.0'], '2.3.0', 'Authorization'])
    }
  })

  test('that is suspended are what it covered', async () => {
    const { key } = await seed('2027-02-28T12:59:59.999Z', 'suspended')
    expect(await asked(`Bearer ${key}`)).toEqual([['available 2.3.0'], '2.3.0', 'Authorization'])
  })

  test('that is revoked are none, also for its replaced key', async () => {
    const { id, key } = await seed('2027-03-01T12:59:59.999Z')
    await replaceKey(site.ctx, id, { who: 'test' })
    const fresh = await readKey(site.ctx.database.db, id, site.ctx.keyring)
    await setStatus(site.ctx, id, 'revoked', { who: 'test' })
    for (const each of [key, fresh]) {
      expect(await asked(`Bearer ${each}`)).toEqual(nothing('licence_revoked'))
    }
  })

  test('whose key was replaced are what it covered on that day, whatever is bought later', async () => {
    const { id, key } = await seed('2027-02-28T12:59:59.999Z')
    await replaceKey(site.ctx, id, { who: 'test' })
    const fresh = await readKey(site.ctx.database.db, id, site.ctx.keyring)
    await setUpdatesUntil(site.ctx, id, '2028-02-28', { who: 'test' })
    expect(await asked(`Bearer ${key}`)).toEqual([['available 2.3.0'], '2.3.0', 'Authorization'])
    expect(await asked(`Bearer ${fresh}`)).toEqual([['available 2.4.0'], '2.4.0', 'Authorization'])
    const refunded = { updates_until: '2019-01-01T00:00:00.000Z' }
    await site.ctx.database.db.updateTable('licences').set(refunded).where('id', '=', id).execute()
    expect(await asked(`Bearer ${key}`)).toEqual(nothing('release_not_covered'))
  })

  test.each([
    ['PRMT', 'licence_key_malformed'],
    ['PRMT-0000-0000-0000-0000-0000-0000', 'licence_key_malformed'],
    ['%', 'licence_key_malformed'],
    ['x'.repeat(5000), 'licence_key_malformed'],
    [createLicenceKey('PRMT', new Uint8Array(keyRandomness)), 'licence_not_found'],
  ])('for a key that opens nothing (%#) are none', async (key, code) => {
    for (const scheme of ['Bearer ', 'bearer  ']) expect(await asked(scheme + key)).toEqual(nothing(code))
  })

  test.each(['Bearer', 'Basic eDp5', createLicenceKey('PRMT', new Uint8Array(keyRandomness))])(
    'for a header without a key (%#) are none',
    async (header) => {
      expect(await asked(header)).toEqual(nothing('licence_key_malformed'))
    },
  )

  test('are shared by all where no key came with the request', async () => {
    for (const path of [apiRoutes.latestRelease, updateRoutes.windows]) {
      const { headers } = await supertest(site.app).get(path).expect(200)
      expect(headers['cache-control']).toBe('public, max-age=60, must-revalidate')
      expect(headers.vary).toContain('Authorization')
    }
  })

  test('that ended before the first release are none', async () => {
    const { key } = await seed('2019-01-01T00:00:00.000Z')
    expect(await asked(`Bearer ${key}`)).toEqual(nothing('release_not_covered'))
  })

  test('name the reason where there are none, which an updater keeps', async () => {
    expect(await offered('PRMT')).toMatchObject({ code: 'licence_key_malformed', files: [] })
    const { status, headers, text } = await supertest(site.app)
      .get(updateRoutes.linux)
      .set('Authorization', 'Bearer PRMT')
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(text).not.toContain('2.4.0')
  })

  test('tell a version that isn’t covered how far the licence goes and where it is renewed', async () => {
    const { key } = await seed('2027-02-28T12:59:59.999Z')
    const { siteUrl } = site.ctx.config
    const coverage = {
      updatesUntil: '2027-02-28T12:59:59.999Z',
      newestCovered: { version: '2.3.0', date: '2026-11-14', page: `${siteUrl}/whats-new#v2-3-0` },
      renewUrl: `${siteUrl}/licence/renew`,
    }
    const machine = { id: 'machine-1' }
    const refused = await supertest(site.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: key, machine, appVersion: '2.4.0' })
      .expect(403)
    expect(refused.body).toMatchObject({ code: 'version_not_covered', ...coverage })
    await supertest(site.app).post(apiRoutes.activation).send({ licenceKey: key, machine }).expect(201)
    const { body } = await supertest(site.app)
      .post(apiRoutes.validation)
      .send({ licenceKey: key, machineId: machine.id, appVersion: '2.4.0' })
      .expect(200)
    expect(body.code).toBe('version_not_covered')
    expect(signedContent(body.file)).toMatchObject(coverage)
  })
})

function signedContent(file: string): unknown {
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString())
  return decode(decode(file.replace(/-----[^-]+-----|\s/g, '')).enc)
}
