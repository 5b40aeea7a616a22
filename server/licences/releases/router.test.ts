import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { problemSchema } from '#shared/http/problem.ts'
import { apiRoutes, betaUpdateRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'

let site: TestApp

describe('releases whose files have no size and no hashes', () => {
  beforeAll(async () => {
    site = await createTestApp()
  })
  afterAll(() => site.ctx.close())

  const { appcast, ...needingFiles } = updateRoutes

  test.each([...Object.values(needingFiles), ...Object.values(betaUpdateRoutes)])(
    '%s says that there is nothing to check an update by',
    async (path) => {
      const { status, type, body, headers } = await request(site.app).get(path)
      expect([status, type]).toEqual([404, 'application/problem+json'])
      expect(problemSchema.parse(body).code).toMatch(/^(update|checksums)_unavailable$/)
      expect(headers['cache-control']).toBe('private, no-store')
    },
  )

  test('are in no appcast, because nobody signed them', async () => {
    const { text } = await request(site.app).get(appcast).expect(200)
    expect(text).not.toContain('<item>')
  })

  test('are listed newest first, without invented figures', async () => {
    const { body } = await request(site.app).get(apiRoutes.releases).expect(200)
    expect(body.releases.map(({ version }: { version: string }) => version).slice(0, 2)).toEqual([
      '2.3.0',
      '2.2.1',
    ])
    for (const file of body.releases[0].files) {
      expect(Object.keys(file)).toEqual(['platform', 'arch', 'kind', 'name', 'url'])
      expect(file.url).toBe(`${site.ctx.library.typed.site.downloads.baseUrl}/${file.name}`)
    }
  })

  test.each([
    ['', 5],
    ['?os=windows', 2],
    ['?os=macos&arch=arm64', 1],
    ['?os=linux&arch=x64', 2],
    ['?arch=x64', 5],
  ])('latest%s has %i files', async (query, count) => {
    const { body } = await request(site.app)
      .get(apiRoutes.latestRelease + query)
      .expect(200)
    expect([body.version, body.files.length]).toEqual(['2.3.0', count])
  })

  test('no release for a system, and an unknown system', async () => {
    const none = await request(site.app).get(`${apiRoutes.latestRelease}?os=linux&arch=arm64`).expect(404)
    expect(none.body.code).toBe('release_not_found')
    const unknown = await request(site.app)
      .get(`${apiRoutes.latestRelease}?os=beos&arch=x64&arch=arm64&channel=nightly`)
      .expect(422)
    expect(unknown.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'os_unknown',
      'arch_unknown',
      'channel_unknown',
    ])
  })

  test('other methods and other files are refused', async () => {
    expect((await request(site.app).post(apiRoutes.releases)).status).toBe(405)
    expect((await request(site.app).put(updateRoutes.windows)).headers.allow).toBe('GET, HEAD')
    expect((await request(site.app).get('/updates/alpha.yml')).body.code).toBe('not_found')
  })
})

describe('a release with some of its files', () => {
  const contentDir = copyContent()
  const files = `${contentDir}-files`
  const [exe, zip] = writeFiles(files, ['App-9.1.0-x64.exe', 'App-9.1.0-universal-mac.zip']) as [
    string,
    string,
  ]
  const [armOnly] = writeFiles(files, ['App-9.2.0-arm64.exe']) as [string]

  beforeAll(async () => {
    const add = (version: string, date: Day, ...paths: string[]) =>
      addFiles({ contentDir, version, paths, said: {}, details: { date }, clock: () => new Date() })
    await add('9.1.0', '2026-01-02', exe, zip)
    await add('9.2.0', '2026-01-03', armOnly)
    await add('9.3.0', '2999-01-01', ...writeFiles(files, ['App-9.3.0-x64.exe']))
    site = await createTestApp({ CONTENT_DIR: contentDir })
  })
  afterAll(async () => {
    await site.ctx.close()
    for (const dir of [contentDir, files]) rmSync(dir, { recursive: true })
  })

  test('feeds the systems it has files for; Intel machines on Windows never get what is for ARM', async () => {
    const windows = await request(site.app).get(updateRoutes.windows).expect(200)
    expect(windows.type).toBe('application/yaml')
    expect(windows.headers['cache-control']).toBe('public, max-age=60, must-revalidate')
    expect(windows.text).toContain('version: "9.1.0"')
    expect((await request(site.app).get(updateRoutes.macos).expect(200)).text).toContain('universal-mac.zip')
    await request(site.app).get(updateRoutes.linux).expect(404)
    await request(site.app)
      .get(updateRoutes.windows)
      .set('If-None-Match', String(windows.headers.etag))
      .expect(304)
  })

  test('has checksums that sha256sum agrees with', async () => {
    const { text, type } = await request(site.app).get(updateRoutes.checksums).expect(200)
    expect(type).toBe('text/plain')
    const output = execFileSync('sha256sum', ['--check', '--strict'], { cwd: dirname(exe), input: text })
    expect(String(output).trim().split('\n')).toEqual(
      [armOnly, exe, zip].map((path) => `${basename(path)}: OK`),
    )
  })

  test('is announced everywhere from its date on, and nowhere before', async () => {
    const { body } = await request(site.app).get(apiRoutes.latestRelease)
    expect(body.version).toBe('9.2.0')
    for (const path of ['/', '/downloads', '/whats-new']) {
      const { text } = await request(site.app).get(path)
      expect(text).toContain('9.2')
      // Times in the page's state may contain these digits.
      expect(text).not.toMatch(/(?<!\d)9\.3/)
    }
    const drafts = await createTestApp({ CONTENT_DIR: contentDir, CONTENT_DRAFTS: '1' })
    expect((await request(drafts.app).get(apiRoutes.latestRelease)).body.version).toBe('9.3.0')
    await drafts.ctx.close()
  })

  test('added at night in Sydney is there from its first minute, in its feed and on its page', async () => {
    // Half past midnight on 4 October 2026, a day of 23 hours, and the minute before midnight.
    const [night, before] = [new Date('2026-10-03T14:30:00Z'), new Date('2026-10-03T13:59:59.999Z')]
    const dir = copyContent()
    const paths = writeFiles(files, ['App-9.4.0-x64.exe'])
    await addFiles({ contentDir: dir, version: '9.4.0', paths, said: {}, details: {}, clock: () => night })
    const open = (now: Date) => createTestApp({ CONTENT_DIR: dir }, { clock: () => now })
    const [site, yesterday] = [await open(night), await open(before)]
    expect((await request(site.app).get(updateRoutes.windows).expect(200)).text).toContain('9.4.0')
    expect((await request(site.app).get('/downloads')).text).toContain(
      'Version 9.4.0, released 4 October 2026',
    )
    await request(yesterday.app).get(updateRoutes.windows).expect(404)
    expect((await request(yesterday.app).get('/downloads')).text).not.toContain('9.4.0')
    for (const { ctx } of [site, yesterday]) await ctx.close()
    rmSync(dir, { recursive: true })
  })

  test('is on the downloads page with its figures, in the HTML and in its structured data', async () => {
    const later = await createTestApp({ CONTENT_DIR: contentDir }, { clock: () => new Date('2999-01-02') })
    const [file] = later.ctx.library.typed.releases[0].files
    const { text } = await request(later.app).get('/downloads').expect(200)
    expect(text).toContain(`<code title="${file?.sha256}" translate="no">${file?.sha256}</code>`)
    const things = [...text.matchAll(/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(json as string),
    )
    expect(things).toContainEqual(
      expect.objectContaining({
        '@type': 'SoftwareApplication',
        softwareVersion: '9.3.0',
        downloadUrl: expect.stringMatching(/\/App-9\.3\.0-x64\.exe$/),
        fileSize: '1.3 kB',
      }),
    )
    await later.ctx.close()
  })
})

test('one HTML serves every visitor', async () => {
  site = await createTestApp()
  const hints = (platform: string) => ({ 'Sec-CH-UA-Platform': `"${platform}"`, 'Sec-CH-UA-Arch': '"arm"' })
  const plain = await request(site.app).get('/downloads')
  const hinted = await request(site.app).get('/downloads').set(hints('macOS')).set('User-Agent', 'X11; Linux')
  expect(hinted.text).toBe(plain.text)
  expect(plain.headers).not.toHaveProperty('accept-ch')
  expect(plain.headers.vary ?? '').not.toMatch(/Sec-CH|User-Agent/i)
  for (const system of ['Windows', 'macOS', 'Linux']) expect(plain.text).toContain(`>${system}</h3>`)
  expect(plain.text).not.toContain('This looks like your computer')
  await site.ctx.close()
})
