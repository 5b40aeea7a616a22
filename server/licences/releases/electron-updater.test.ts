import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { MacUpdater } from 'electron-updater/out/MacUpdater.js'
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { findFile, type ProviderPlatform } from 'electron-updater/out/providers/Provider.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updaterOf } from '../../testing/support/electron-updater.ts'
import { copyContent, writeFiles } from '../../testing/support/fixture-content.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { addFiles } from './add-files.ts'

const contentDir = copyContent()
const filesDir = `${contentDir}-files`
const paths = writeFiles(filesDir, [
  'App-9.1.0-arm64.exe',
  'App-9.1.0-x64.exe',
  'App-9.1.0-x64-win.zip',
  'App-9.1.0-arm64.dmg',
  'App-9.1.0-x64.dmg',
  'App-9.1.0-arm64-mac.zip',
  'App-9.1.0-x64-mac.zip',
  'App-9.1.0-amd64.deb',
  'App-9.1.0-x86_64.AppImage',
  'App-9.1.0-aarch64.rpm',
  'App-9.1.0-arm64.AppImage',
])
const notes = 'It’s “fixed”: now & then, # always.'
const thisArch = process.arch
let close: () => Promise<void>
let origin: string
let baseUrl: string

beforeAll(async () => {
  const details = { summary: notes, date: '2026-01-02' as const }
  await addFiles({ contentDir, version: '9.1.0', paths, said: {}, details, clock: () => new Date() })
  const { app, ctx } = await createTestApp({ CONTENT_DIR: contentDir })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  baseUrl = ctx.library.typed.site.downloads.baseUrl
  close = async () => {
    server.close()
    server.closeAllConnections()
    await ctx.close()
  }
})
afterAll(async () => {
  await close()
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

// Each updater of electron-updater chooses a file on its own system.
test.each<[ProviderPlatform, string, string, string, string[]?]>([
  ['win32', 'x64', 'App-9.1.0-x64.exe', 'exe'],
  ['win32', 'arm64', 'App-9.1.0-arm64.exe', 'exe'],
  ['win32', 'ia32', 'App-9.1.0-x64.exe', 'exe'],
  ['darwin', 'x64', 'App-9.1.0-x64-mac.zip', 'zip', ['pkg', 'dmg']],
  ['darwin', 'arm64', 'App-9.1.0-arm64-mac.zip', 'zip', ['pkg', 'dmg']],
  ['linux', 'x64', 'App-9.1.0-x86_64.AppImage', 'AppImage', ['rpm', 'deb', 'pacman']],
  ['linux', 'x64', 'App-9.1.0-amd64.deb', 'deb', ['AppImage', 'rpm', 'pacman']],
  ['linux', 'arm64', 'App-9.1.0-arm64.AppImage', 'AppImage', ['rpm', 'deb', 'pacman']],
  ['linux', 'arm64', 'App-9.1.0-aarch64.rpm', 'rpm', ['AppImage', 'deb', 'pacman']],
])('electron-updater on %s, %s installs %s', async (platform, arch, name, extension, not) => {
  const { info, files } = await onMachine(arch, async () => {
    const provider = updaterOf(origin, { platform })
    const info = await provider.getLatestVersion()
    const files = provider.resolveFiles(info)
    const own = platform === 'darwin' ? macFiles(files, arch) : files
    return { info, files: [findFile(own, extension, not)] }
  })
  const path = paths.find((path) => basename(path) === name) as string
  expect(files[0]?.url.href).toBe(`${baseUrl}/${name}`)
  expect(files[0]?.info).toEqual({
    url: `${baseUrl}/${name}`,
    size: statSync(path).size,
    sha512: createHash('sha512').update(readFileSync(path)).digest('base64'),
  })
  expect(info).toMatchObject({
    version: '9.1.0',
    releaseDate: '2026-01-01T13:00:00.000Z',
    releaseNotes: notes,
  })
})

type Files = ReturnType<GenericProvider['resolveFiles']>

function macFiles(files: Files, arch: string): Files {
  // Only TypeScript makes it private.
  const { filterFilesForArch } = MacUpdater as unknown as {
    filterFilesForArch(files: Files, isArm64Mac: boolean): Files
  }
  return filterFilesForArch(files, arch === 'arm64')
}

async function onMachine<Result>(arch: string, run: () => Promise<Result>): Promise<Result> {
  Object.defineProperty(process, 'arch', { value: arch })
  try {
    return await run()
  } finally {
    Object.defineProperty(process, 'arch', { value: thisArch })
  }
}
