import { rmSync, writeFileSync } from 'node:fs'
import supertest from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { updateRoutes } from '#shared/routes/api-routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { stagingIdAt } from '../../testing/support/staging-id.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'
import { bundleVersion, phaseInterval } from './appcast.ts'
import { withdraw } from './change-rollout.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const clock = () => new Date('2027-06-01T02:00:00Z')
const sparkleSignature = `${'A'.repeat(86)}==`
const [early, late] = [stagingIdAt(0.049), stagingIdAt(0.051)]

/** The names of a version's files, and what is signed of them. */
const kinds = ['universal-mac.zip', 'arm64.exe', 'x64.exe', 'aarch64.app.tar.gz', 'x64.AppImage', 'x64.deb']

beforeAll(async () => {
  async function add(version: string, date: Day, rollout?: number) {
    const names = kinds.map((kind) => `App-${version}-${kind}`)
    const details = { summary: `A & B of ${version}.`, date, rollout }
    for (const [index, path] of writeFiles(filesDir, names).entries()) {
      const isOfTauri = !path.endsWith('.zip')
      if (isOfTauri) writeFileSync(`${path}.sig`, `${Buffer.from(path).toString('base64')}\n`)
      await addFiles({
        contentDir,
        version,
        paths: [path],
        said: {},
        clock,
        details: index === 0 ? details : {},
        ...(/\.(zip|exe)$/.test(path) && { sparkleSignature }),
      })
    }
  }
  await add('9.0.0', '2027-01-01')
  await add('9.1.0-beta.1', '2027-02-01')
  await add('9.0.1', '2027-05-31', 5)
  await add('9.2.0', '2027-03-02')
  await withdraw(contentDir, '9.2.0')
  await addFiles({
    contentDir,
    version: '9.3.0',
    said: {},
    details: { date: '2027-04-01' },
    clock,
    paths: writeFiles(filesDir, ['App-9.3.0-x64.exe']),
  })
})
afterAll(() => {
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

describeOnEitherEngine('updaters other than Electron’s', ({ create }) => {
  let site: TestApp

  beforeEach(async () => {
    const { environment } = await create()
    site = await createTestApp({ ...environment, CONTENT_DIR: contentDir }, { clock })
    return () => site.ctx.close()
  })

  async function keyUntil(day: Day) {
    return (await seedLicence(site.ctx, { updates_until: `${day}T12:00:00.000Z` })).key
  }

  async function readAppcast(query = '', headers: Record<string, string> = {}) {
    const { text } = await supertest(site.app)
      .get(updateRoutes.appcast + query)
      .set(headers)
      .expect(200)
    return [...text.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => ({
      version: /<sparkle:shortVersionString>(.*?)</.exec(item)?.[1],
      os: /sparkle:os="(.*?)"/.exec(item)?.[1],
      channel: /<sparkle:channel>(.*?)</.exec(item)?.[1],
      interval: /<sparkle:phasedRolloutInterval>(.*?)</.exec(item)?.[1],
      item,
    }))
  }

  const versionsOf = (items: { version: string | undefined; os: string | undefined }[], os: string) =>
    items.filter((item) => item.os === os).map(({ version }) => version)

  test('get an item of documented elements', async () => {
    const { baseUrl } = site.ctx.library.typed.site.downloads
    const { siteUrl } = site.ctx.config
    const [first] = await readAppcast()
    expect(first?.item).toBe(
      [
        '<item><title>Version 9.1.0-beta.1</title>',
        `<link>${siteUrl}/downloads?channel=beta</link>`,
        '<sparkle:version>9.1.0beta1</sparkle:version>',
        '<sparkle:shortVersionString>9.1.0-beta.1</sparkle:shortVersionString>',
        '<sparkle:channel>beta</sparkle:channel>',
        '<description>&#x3C;p>A &#x26;#x26; B of 9.1.0-beta.1.&#x3C;/p></description>',
        '<pubDate>Sun, 31 Jan 2027 13:00:00 GMT</pubDate>',
        `<enclosure url="${baseUrl}/App-9.1.0-beta.1-universal-mac.zip" length="2150"`,
        ` type="application/octet-stream" sparkle:os="macos" sparkle:edSignature="${sparkleSignature}"></enclosure></item>`,
      ].join(''),
    )
  })

  test('get an appcast that Sparkle filters itself, and that WinSparkle needn’t', async () => {
    const items = await readAppcast()
    expect(versionsOf(items, 'macos')).toEqual(['9.1.0-beta.1', '9.0.1', '9.0.0'])
    expect(versionsOf(items, 'windows-x64')).toEqual(['9.0.0'])
    expect(versionsOf(items, 'windows-arm64')).toEqual(['9.0.0'])
    const phased = items.filter(({ interval }) => interval)
    expect(phased.map(({ version, os }) => [version, os])).toEqual([['9.0.1', 'macos']])
    const beta = await readAppcast('?channel=beta')
    expect(versionsOf(beta, 'windows-x64')).toEqual(['9.1.0-beta.1', '9.0.0'])
    const first = await readAppcast('', { 'X-User-Staging-Id': early })
    expect(versionsOf(first, 'windows-x64')).toEqual(['9.0.1', '9.0.0'])
    expect(first.filter(({ interval }) => interval)).toEqual([])
    const later = await readAppcast('', { 'X-User-Staging-Id': late })
    expect(versionsOf(later, 'windows-x64')).toEqual(['9.0.0'])
    expect(versionsOf(later, 'macos')).toEqual(['9.1.0-beta.1', '9.0.0'])
  })

  test('get from the appcast what a licence covers', async () => {
    const read = async (key: string) =>
      versionsOf(await readAppcast('', { Authorization: `Bearer ${key}` }), 'macos')
    expect(await read(await keyUntil('2027-05-31'))).toEqual(['9.1.0-beta.1', '9.0.1', '9.0.0'])
    expect(await read(await keyUntil('2027-01-31'))).toEqual(['9.0.0'])
  })

  async function askAsTauri(address: string, headers: Record<string, string> = {}) {
    const { status, body, text } = await supertest(site.app).get(`/updates/tauri/${address}`).set(headers)
    if (status === 204) expect(text).toBe('')
    return status === 200 ? body : status
  }

  test('get Tauri’s dynamic answer', async () => {
    const { baseUrl } = site.ctx.library.typed.site.downloads
    expect(await askAsTauri('windows/x86_64/2.0.0')).toEqual({
      version: '9.0.0',
      notes: 'A & B of 9.0.0.',
      pub_date: '2026-12-31T13:00:00.000Z',
      url: `${baseUrl}/App-9.0.0-x64.exe`,
      signature: Buffer.from(`${filesDir}/App-9.0.0-x64.exe`).toString('base64'),
    })
  })

  const installations: [string, Record<string, string>, string | number][] = [
    ['darwin/aarch64/8.0.0', {}, 'App-9.0.0-aarch64.app.tar.gz'],
    ['windows/aarch64/8.0.0?bundle=nsis', {}, 'App-9.0.0-arm64.exe'],
    ['windows/x86_64/8.0.0?bundle=msi', {}, 204],
    ['linux/x86_64/8.0.0', {}, 'App-9.0.0-x64.AppImage'],
    ['linux/x86_64/8.0.0?bundle=deb', {}, 'App-9.0.0-x64.deb'],
    ['linux/x86_64/8.0.0?bundle=unknown', {}, 'App-9.0.0-x64.AppImage'],
    ['linux/aarch64/8.0.0', {}, 204],
    ['darwin/x86_64/8.0.0', {}, 204],
    ['windows/i686/8.0.0', {}, 204],
    ['beos/x86_64/8.0.0', {}, 204],
    ['linux/x86_64/9.0.0', {}, 204],
    ['linux/x86_64/9.2.0', {}, 204],
    ['linux/x86_64/9.0.0', { 'X-User-Staging-Id': early }, 'App-9.0.1-x64.AppImage'],
    ['linux/x86_64/9.0.0', { 'X-User-Staging-Id': late }, 204],
    ['linux/x86_64/9.0.0?channel=beta', {}, 'App-9.1.0-beta.1-x64.AppImage'],
    ['linux/x86_64/9.1.0-beta.1?channel=beta', {}, 204],
    ['linux/x86_64/9.0.0?channel=nightly', {}, 422],
    ['windows/x86_64/abc', {}, 422],
    ['windows/x86_64/%7B%7Bcurrent_version%7D%7D', {}, 422],
  ]

  test('as Tauri, get the file of their system and kind, or 204', async () => {
    for (const [address, headers, expected] of installations) {
      const answer = await askAsTauri(address, headers)
      const got = typeof answer === 'number' ? answer : answer.url.split('/').at(-1)
      expect([address, got]).toEqual([address, expected])
    }
  })

  test('as Tauri, get what a licence covers, or nothing', async () => {
    const ask = async (key: string, query = '') => {
      const headers = { Authorization: `Bearer ${key}`, 'X-User-Staging-Id': early }
      const answer = await askAsTauri(`linux/x86_64/8.0.0${query}`, headers)
      return answer.version ?? answer
    }
    const recent = await keyUntil('2027-05-31')
    expect([await ask(recent), await ask(recent, '?channel=beta')]).toEqual(['9.0.1', '9.1.0-beta.1'])
    expect(await ask(await keyUntil('2027-05-30'))).toBe('9.0.0')
    expect(await ask(await keyUntil('2026-12-31'))).toBe(204)
    expect(await ask('PRMT-0000')).toBe(204)
  })
})

test.each([
  ['2.4.0', '2.4.0'],
  ['2.4.0-beta.1', '2.4.0beta1'],
  ['2.4.0-rc.12', '2.4.0rc12'],
])('%s is the bundle version %s', (version, expected) => {
  expect(bundleVersion(version)).toBe(expected)
})

test.each([
  [5, 1],
  [25, 1],
  [29, 2],
  [50, 3],
  [99, 6],
])(
  'at %i percent Sparkle lets %i of its seven groups in, a day and a year after the release',
  (rollout, letIn) => {
    for (const days of [1, 30, 365]) {
      const seconds = days * 86_400
      const interval = Number(phaseInterval(rollout, new Date(0), new Date(seconds * 1000)))
      const ready = [0, 1, 2, 3, 4, 5, 6].filter((group) => seconds >= interval * group)
      expect(ready).toHaveLength(letIn)
    }
  },
)
