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
  const dir = mkdtempSync(join(tmpdir(), 'preload-'))
  const write = (file: string, content: string) => {
    mkdirSync(join(dir, file, '..'), { recursive: true })
    writeFileSync(join(dir, file), content)
  }
  cpSync('server/preload.js', join(dir, 'server/preload.js'), { recursive: true })
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', lock)
  write('dist/libraries/zod.js', 'export default "built"')
  write('node_modules/zod/package.json', '{ "type": "module", "main": "index.js" }')
  write('node_modules/zod/index.js', 'export default "installed"')
  write('node_modules/other/package.json', '{ "type": "module" }')
  write(importer, 'import zod from "zod"; process.stdout.write(zod)')
  if (index) write('dist/libraries/index.json', typeof index === 'string' ? index : JSON.stringify(index))
  return execFileSync(process.execPath, ['--import', './server/preload.js', importer], {
    cwd: dir,
    encoding: 'utf8',
  })
}
