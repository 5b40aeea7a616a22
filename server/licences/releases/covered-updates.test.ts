import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import supertest from 'supertest'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { readSite } from '../../content/site.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { checkForUpdates, updaterOf } from '../../testing/support/electron-updater.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { replaceKey, setStatus, setUpdatesUntil } from '../licensing/acts.ts'
import { readKey } from '../licensing/look-up.ts'
import { reencryptKeys } from '../licensing/reencrypt-keys.ts'
import { addFiles } from './add-files.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const { product } = readSite(contentDir)
const sparkleSignature = `${'A'.repeat(86)}==`
const clock = () => new Date('2027-03-02T02:00:00Z')

beforeAll(async () => {
  async function add(version: string, details: { summary?: string; date?: Day }) {
    const paths = writeFiles(
      filesDir,
      ['x64.exe', 'universal-mac.zip'].map((kind) => `${product}-${version}-${kind}`),
    )
    for (const [index, path] of paths.entries()) {
      if (path.endsWith('.exe')) writeFileSync(`${path}.sig`, 'c2lnbmF0dXJl')
      await addFiles({
        contentDir,
        version,
        paths: [path],
        said: {},
        clock,
        sparkleSignature,
        details: index === 0 ? details : {},
      })
    }
  }
  await add('2.3.0', {})
  await add('2.4.0', { summary: 'New.', date: '2027-03-01' })
})
afterAll(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

describeOnEitherEngine('updates for a licence', ({ create }) => {
  let site: TestApp
  let origin: string
  let close: () => Promise<void>

  beforeEach(async () => {
    const { environment } = await create()
    const settings = { ...environment, CONTENT_DIR: contentDir, RATE_LIMIT_FACTOR: '2' }
    site = await createTestApp(settings, { clock })
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

  const unknown = createLicenceKey('PRMT', new Uint8Array(keyRandomness))

  const nothing = (code: string) => [['none'], code, 'Authorization']

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

  test('for a header that opens nothing are none', onBoth, async () => {
    const headers = ['Bearer', 'Basic eDp5', unknown, 'Bearer %', `bearer  PRMT${'-0000'.repeat(6)}`]
    for (const header of [...headers, `Bearer ${'x'.repeat(5000)}`])
      expect(await asked(header)).toEqual(nothing('licence_key_malformed'))
    expect(await asked(`bearer ${unknown}`)).toEqual(nothing('licence_not_found'))
  })

  test('are shared by all where no key came with the request', async () => {
    for (const path of [apiRoutes.latestRelease, updateRoutes.windows]) {
      const { headers } = await supertest(site.app).get(path).expect(200)
      expect(headers['cache-control']).toBe('public, max-age=60, must-revalidate')
      expect(headers.vary).toContain('Authorization')
    }
  })

  test('name the reason where there are none, which an updater keeps', async () => {
    expect(await offered('PRMT')).toMatchObject({ code: 'licence_key_malformed', files: [] })
    const { status, headers, text } = await supertest(site.app)
      .get(updateRoutes.linux)
      .set('Authorization', 'Bearer PRMT')
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(text).not.toContain('2.4.0')
  })

  const covered = '2027-02-28T12:59:59.999Z'

  /** Each makes its state, and returns the Authorization header. */
  const states: Record<string, () => Promise<string | undefined>> = {
    'no key': async () => undefined,
    good: async () => (await seed(covered)).key,
    'good for all': async () => (await seed('2027-03-01T12:59:59.999Z')).key,
    'good for nothing': async () => (await seed('2019-01-01T00:00:00.000Z')).key,
    'with blanks': async () => ` ${(await seed(covered)).key.replaceAll('-', ' ').toLowerCase()} `,
    'with other dashes': async () =>
      Buffer.from((await seed(covered)).key.replaceAll('-', '–')).toString('latin1'),
    malformed: async () => 'PRMT-0000',
    unknown: async () => unknown,
    async replaced() {
      const { id, key } = await seed(covered)
      await replaceKey(site.ctx, id, { who: 'test' })
      return key
    },
    suspended: async () => (await seed(covered, 'suspended')).key,
    revoked: async () => (await seed(covered, 'revoked')).key,
    async limited() {
      for (let tries = 0; tries < 20; tries++) await read('/updates/latest.yml', unknown)
      return (await seed(covered)).key
    },
  }

  async function read(path: string, key: string | undefined) {
    const asking = supertest(site.app).get(path)
    return key === undefined ? asking : asking.set('Authorization', `Bearer ${key}`)
  }

  /** What 2.2.0 is offered by electron-updater, Sparkle and WinSparkle, and Tauri. */
  async function askAll(feeds: string, key: string | undefined): Promise<string[]> {
    const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` }
    const electron = await checkForUpdates(origin, { feeds, version: '2.2.0', headers })
    const appcast = await read(`${feeds}/appcast.xml`, key)
    const [, item = 'none'] = /<sparkle:shortVersionString>(.*?)</.exec(appcast.text) ?? []
    const tauri = await read(`${feeds}/tauri/windows/x86_64/2.2.0`, key)
    expect([appcast.status, tauri.status === 200 || tauri.status === 204]).toEqual([200, true])
    return [...electron, item, tauri.body.version ?? 'none']
  }

  const all = (version: string) => [version === 'none' ? version : `available ${version}`, version, version]

  test('are what the key covers or none, at every feed, whatever state the key is in', async () => {
    const expected: [string, string][] = [
      ['no key', '2.4.0'],
      ['good', '2.3.0'],
      ['good for all', '2.4.0'],
      ['good for nothing', 'none'],
      ['with blanks', '2.3.0'],
      ['with other dashes', '2.3.0'],
      ['malformed', 'none'],
      ['unknown', 'none'],
      ['replaced', '2.3.0'],
      ['suspended', '2.3.0'],
      ['revoked', 'none'],
      ['limited', 'none'],
    ]
    const answers = []
    for (const [state] of expected)
      answers.push([state, ...(await askAll('/updates', await states[state]?.()))])
    expect(answers).toEqual(expected.map(([state, version]) => [state, ...all(version)]))
  })

  async function activate(licenceKey: string, id = 'machine-1'): Promise<string> {
    const { body } = await supertest(site.app)
      .post(apiRoutes.activation)
      .send({ licenceKey, machine: { id } })
    return body.updatesUrl.replace(site.ctx.config.siteUrl, '')
  }

  test('are found by a machine’s own feed, which needs no key and ends with the seat', async () => {
    const { id, key } = await seed(covered)
    const feeds = await activate(key)
    expect(feeds).toMatch(/^\/updates\/up_[\w-]{43}$/)
    expect(await activate(key)).toBe(feeds)
    expect(await activate(key, 'machine-2')).not.toBe(feeds)
    expect(await askAll(feeds, undefined)).toEqual(all('2.3.0'))
    const { headers } = await supertest(site.app).get(`${feeds}/latest.yml`).expect(200)
    expect(headers['cache-control']).toBe('private, no-store')
    await setStatus(site.ctx, id, 'suspended', { who: 'test' })
    expect(await askAll(feeds, undefined)).toEqual(all('2.3.0'))
    await setStatus(site.ctx, id, 'revoked', { who: 'test' })
    expect(await askAll(feeds, undefined)).toEqual(all('none'))

    const other = await seed(covered)
    const otherFeeds = await activate(other.key)
    const released = { licenceKey: other.key, machineId: 'machine-1' }
    await supertest(site.app).post(apiRoutes.deactivation).send(released).expect(200)
    expect(await askAll(otherFeeds, undefined)).toEqual(all('none'))
    expect(await activate(other.key)).not.toBe(otherFeeds)
    for (const token of ['tauri', 'up_', `up_${'A'.repeat(43)}`, '%00', key]) {
      expect([token, ...(await askAll(`/updates/${token}`, undefined))]).toEqual([token, ...all('none')])
    }
    await supertest(site.app).get(`${feeds}/latest-amiga.yml`).expect(404)
  })

  test('of a token open nothing else, and nobody reads it in the database', async () => {
    const { key } = await seed(covered)
    const token = (await activate(key)).replace('/updates/', '')
    for (const path of [apiRoutes.activation, apiRoutes.licenceLookUp, apiRoutes.validation]) {
      const body = { licenceKey: token, machine: { id: 'machine-3' }, machineId: 'machine-1' }
      await supertest(site.app).post(path).send(body).expect(422)
    }
    expect((await read('/updates/latest.yml', token)).text).not.toMatch(/2\.[34]\.0/)
    const rows = await site.ctx.database.db.selectFrom('activations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('stay when the data secret is replaced, until the machine activates again', onBoth, async () => {
    const { key } = await seed(covered)
    const { database, keyring, random } = site.ctx
    const feeds = await activate(key)
    await keyring.replaceSecrets(database.db, (trx, secrets) => reencryptKeys(trx, { ...secrets, random }))
    expect(await askAll(feeds, undefined)).toEqual(all('2.3.0'))
    expect(await askAll(await activate(key), undefined)).toEqual(all('2.3.0'))
    expect(await askAll(feeds, undefined)).toEqual(all('none'))
  })

  test('name the newest version that isn’t covered, and where to renew, which electron-updater keeps', async () => {
    const newest = {
      version: '2.4.0',
      date: '2027-03-01',
      renewUrl: `${site.ctx.config.siteUrl}/licence/renew`,
    }
    const infoFor = async (until: string) =>
      updaterOf(origin, {
        platform: 'win32',
        feeds: await activate((await seed(until)).key),
      }).getLatestVersion()
    expect(await infoFor(covered)).toMatchObject({ version: '2.3.0', newest })
    const nothing = { version: '0.0.0', code: 'release_not_covered', newest }
    expect(await infoFor('2019-01-01T00:00:00.000Z')).toMatchObject(nothing)
    expect(await infoFor('2027-03-01T12:59:59.999Z')).not.toHaveProperty('newest')
    expect(await updaterOf(origin, { platform: 'win32' }).getLatestVersion()).not.toHaveProperty('newest')
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
    const { updatesUntil, ...wayOut } = coverage
    expect(signedContent(body.file)).toMatchObject({ licence: { updatesUntil }, ...wayOut })
  })
})

function signedContent(file: string): unknown {
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString())
  return decode(decode(file.replace(/-----[^-]+-----|\s/g, '')).enc)
}
