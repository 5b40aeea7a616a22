import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import supertest from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { blockMapFile, withBlockMap } from '../../testing/support/block-map.ts'
import { type DownloadHost, startDownloadHost } from '../../testing/support/download-host.ts'
import { installedApp, NodeHttpExecutor } from '../../testing/support/electron-updater.ts'
import { copyContent } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const feedHeaders: unknown[] = []
let host: DownloadHost
let updatesUrl: string
let origin: string
let close: () => Promise<void>

const old = randomBytes(512 * 1024)
/** One block differs. */
const changed = Buffer.concat([old.subarray(0, 100_000), randomBytes(200), old.subarray(100_200)])
const appImage = { old: withBlockMap(old).bytes, ...withBlockMap(changed) }

beforeAll(async () => {
  host = await startDownloadHost()
  const sitePath = join(contentDir, 'site.yml')
  const site = parseDocument(readFileSync(sitePath, 'utf8'))
  site.setIn(['downloads', 'baseUrl'], host.origin)
  writeFileSync(sitePath, site.toString())
  mkdirSync(filesDir)
  const paths = [
    ['App-9.1.0-x64.exe', changed],
    ['App-9.1.0-x64.AppImage', appImage.bytes],
  ] as const
  for (const [name, bytes] of paths) {
    writeFileSync(join(filesDir, name), bytes)
    host.files.set(`/${name}`, bytes)
  }
  host.files.set('/App-9.0.0-x64.exe.blockmap', blockMapFile(old))
  host.files.set('/App-9.1.0-x64.exe.blockmap', blockMapFile(changed))
  await addFiles({
    contentDir,
    version: '9.1.0',
    paths: paths.map(([name]) => join(filesDir, name)),
    said: {},
    details: { summary: 'New.', date: '2026-01-02' },
    clock: () => new Date(),
  })
  const { app, ctx } = await createTestApp({ CONTENT_DIR: contentDir })
  const server = createServer((req, res) => {
    feedHeaders.push(req.headers.authorization)
    app(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { key: licenceKey } = await seedLicence(ctx, { updates_until: '2026-01-03T00:00:00.000Z' })
  const { body } = await supertest(app)
    .post(apiRoutes.activation)
    .send({ licenceKey, machine: { id: 'machine-1' } })
  updatesUrl = body.updatesUrl.replace(ctx.config.siteUrl, origin)
  close = async () => {
    server.close()
    server.closeAllConnections()
    host.close()
    await ctx.close()
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await close()
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

test('the size of an AppImage’s block map is recorded', () => {
  const { files } = parse(readFileSync(join(contentDir, 'releases/9.1.0.yml'), 'utf8'))
  expect(
    files.map((file: { name: string; blockMapSize?: number }) => [file.name, file.blockMapSize]),
  ).toEqual([
    ['App-9.1.0-x64.exe', undefined],
    ['App-9.1.0-x64.AppImage', appImage.blockMapSize],
  ])
})

test.each(['win32', 'linux'] as const)(
  'on %s an update fetches changed blocks alone, from a host that refuses Authorization, and is never sent one',
  async (platform) => {
    const folder = mkdtempSync(join(tmpdir(), 'updater-'))
    const config = { provider: 'generic', url: `${origin}/updates`, updaterCacheDirName: 'cache' }
    writeFileSync(join(folder, 'app-update.yml'), JSON.stringify(config))
    mkdirSync(join(folder, 'cache'))
    writeFileSync(join(folder, 'cache/installer.exe'), old)
    writeFileSync(join(folder, 'App-9.0.0.AppImage'), appImage.old)
    vi.stubEnv('APPIMAGE', join(folder, 'App-9.0.0.AppImage'))
    host.asked.length = 0
    feedHeaders.length = 0

    const updater = updaterFor(platform, folder)
    const path = await update(updater)
    const [name, bytes] =
      platform === 'win32'
        ? ['App-9.1.0-x64.exe', changed]
        : (['App-9.1.0-x64.AppImage', appImage.bytes] as const)
    expect(path.endsWith(name)).toBe(true)
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(feedHeaders).toEqual([undefined])
    expect(host.asked.filter(({ headers }) => 'authorization' in headers)).toEqual([])
    const fetched = host.asked.filter((each) => each.path === `/${name}`)
    expect(fetched.length).toBeGreaterThan(0)
    for (const { status } of fetched) expect(status).toBe(206)
    const sum = fetched.reduce((total, each) => total + each.bytes, 0)
    expect(sum).toBeLessThan(bytes.length / 8)
    rmSync(folder, { recursive: true })
  },
)

function updaterFor(platform: 'win32' | 'linux', folder: string): AppUpdater {
  const app = installedApp({ version: '9.0.0', folder })
  const updater = platform === 'win32' ? new NsisUpdater(null, app) : new AppImageUpdater(null, app)
  updater.logger = null
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  Object.assign(updater, { httpExecutor: new NodeHttpExecutor() })
  // Only this option lets another system than the test's choose its feed.
  if (platform === 'win32')
    Object.assign(updater, { _testOnlyOptions: { platform, isUseDifferentialDownload: true } })
  return updater
}

/** Runs the README's own lines, and lets the updater download by itself. @returns the downloaded file's path */
async function update(autoUpdater: AppUpdater): Promise<string> {
  const readme = readFileSync('server/licences/licensing/README.md', 'utf8')
  const example = readme.split('```js\n').find((text) => text.includes('function lookForUpdates'))
  const [lines] = example?.split('```') ?? []
  const download = vi.spyOn(autoUpdater, 'downloadUpdate')
  const lookForUpdates = new Function('autoUpdater', `${lines}; return lookForUpdates`)(autoUpdater)
  await lookForUpdates(updatesUrl)
  await vi.waitFor(() => expect(download).toHaveBeenCalled())
  const [path = ''] = (await download.mock.results[0]?.value) ?? []
  return path
}
