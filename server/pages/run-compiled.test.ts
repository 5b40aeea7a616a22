import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepCompiled, runCompiled } from './run-compiled.ts'

const dir = mkdtempSync(join(tmpdir(), 'compiled-'))
const file = join(dir, 'script.cjs')
afterAll(() => rmSync(dir, { recursive: true }))

test('a file exports the same whether it was compiled before or not', () => {
  writeFileSync(file, "exports.join = require('node:path').join\nexports.add = (a, b) => a + b")
  expect(answers()).toEqual(['a/b', 3])
  keepCompiled()
  expect(readdirSync(dir)).toHaveLength(2)
  expect(answers()).toEqual(['a/b', 3])
})

test('a file that has changed is not run as it was', () => {
  writeFileSync(file, 'exports.value = () => 1')
  expect(run('value')).toBe(1)
  keepCompiled()
  writeFileSync(file, 'exports.value = () => 2')
  expect(run('value')).toBe(2)
})

test.each<[string, (kept: Buffer) => Buffer]>([
  ['cut off', (kept) => kept.subarray(0, 100)],
  ['half zeros', (kept) => kept.fill(0, kept.length / 2)],
  ['empty', () => Buffer.alloc(0)],
])('what was compiled and is %s only costs time', (_, damage) => {
  writeFileSync(file, `exports.value = () => ${'[1, 2, 3].map((n) => n * 2).length + '.repeat(50)}3`)
  expect(run('value')).toBe(153)
  keepCompiled()
  writeFileSync(`${file}.compiled`, damage(readFileSync(`${file}.compiled`)))
  expect(run('value')).toBe(153)
})

test('the build has kept what V8 takes at a start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const script = `
    import { syncBuiltinESMExports } from 'node:module'
    import vm from 'node:vm'
    const { Script } = vm
    vm.Script = class extends Script {
      constructor(source, options) {
        super(source, options)
        console.log(options.cachedData?.length > 100_000, this.cachedDataRejected)
      }
    }
    syncBuiltinESMExports()
    const { loadBuiltBundle } = await import('./server/pages/ssr-bundle.ts')
    loadBuiltBundle()`
  const flags = [...scripts.start.split(' ').slice(1, -1), '--input-type=module', '--eval', script]
  expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('true false\n')
})

test('an error names the file and the line', () => {
  writeFileSync(file, 'exports.fail = () => {\n  throw new Error("here")\n}')
  expect(() => run('fail')).toThrow('here')
  try {
    run('fail')
  } catch (error) {
    expect((error as Error).stack).toContain(`${file}:2:9`)
  }
})

function answers() {
  return [run('join', 'a', 'b'), run('add', 1, 2)]
}

function run(name: string, ...args: unknown[]): unknown {
  const exported = runCompiled(file) as Record<string, (...args: unknown[]) => unknown>
  return exported[name]?.(...args)
}
