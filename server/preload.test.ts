import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const lock = '{ "lockfileVersion": 3 }'
const lockHash = createHash('sha256').update(lock).digest('hex')

test('a library that was built of the locked versions is taken from its one file', () => {
  expect(imported({ lock: lockHash, files: { zod: 'zod.js' } })).toBe('built')
})

test('packages among themselves get the installed one', () => {
  expect(imported({ lock: lockHash, files: { zod: 'zod.js' } }, 'node_modules/other/index.js')).toBe(
    'installed',
  )
})

test('sources are found as they are named: beside, above, and from the root', () => {
  const dir = project({
    'server/a/start.ts': `
      import { beside } from './beside.ts'
      import { above } from '../above.ts'
      import { shared } from '#shared/shared.ts'
      const words: string[] = [beside, above, shared]
      process.stdout.write(words.join())`,
    'server/a/beside.ts': 'export const beside: string = "beside"',
    'server/above.ts': 'export const above: string = "above"',
    'shared/shared.ts': 'export const shared: string = "shared"',
  })
  expect(run(dir, 'server/a/start.ts')).toBe('beside,above,shared')
})

test('a source that is missing is named, and who imports it', () => {
  const dir = project({ 'server/start.ts': 'import "./gone.ts"' })
  expect(() => run(dir, 'server/start.ts')).toThrow(
    /Cannot find module .*gone\.ts' imported from .*start\.ts/,
  )
})

test.each([
  ['built of other versions', { lock: 'another', files: { zod: 'zod.js' } }],
  ['not built', undefined],
  ['half written', '{"lock":'],
])('a library that was %s is the installed one', (_, index) => {
  expect(imported(index)).toBe('installed')
})

test('a start loads each library that was built from its file, and no part of it twice', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const { loadSite } = await import('./server/start.ts')
    await loadSite()
    console.log(JSON.stringify(urls))`
  const flags = ['--import', './server/preload.js', '--input-type=module', '--eval', script]
  const urls: string[] = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
  expect(urls.filter((url) => url.includes('/dist/libraries/')).length).toBeGreaterThan(9)
  const installed = urls.map((url) => /\/node_modules\/([^/]+)\//.exec(url)?.[1]).filter(Boolean)
  expect(installed.sort(), 'only libraries of one file').toEqual(['helmet', 'lru-cache'])
})

/** Which of two stand-ins a source of a project with this index gets when it imports zod. */
function imported(index: unknown, importer = 'source.js'): string {
  const dir = project({
    'package-lock.json': lock,
    'dist/libraries/zod.js': 'export default "built"',
    'node_modules/zod/package.json': '{ "type": "module", "main": "index.js" }',
    'node_modules/zod/index.js': 'export default "installed"',
    'node_modules/other/package.json': '{ "type": "module" }',
    [importer]: 'import zod from "zod"; process.stdout.write(zod)',
    ...(index
      ? { 'dist/libraries/index.json': typeof index === 'string' ? index : JSON.stringify(index) }
      : {}),
  })
  return run(dir, importer)
}

/** A folder with these files and the preload. */
function project(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'preload-'))
  const all = { 'package.json': '{ "type": "module" }', ...files }
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(join(dir, file, '..'), { recursive: true })
    writeFileSync(join(dir, file), content)
  }
  cpSync('server/preload.js', join(dir, 'server/preload.js'), { recursive: true })
  return dir
}

function run(dir: string, file: string): string {
  const flags = ['--import', './server/preload.js', file]
  return execFileSync(process.execPath, flags, { cwd: dir, encoding: 'utf8', stdio: 'pipe' })
}
