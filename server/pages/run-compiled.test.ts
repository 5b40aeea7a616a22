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

test('what was compiled and is damaged only costs time', () => {
  writeFileSync(file, 'exports.value = () => 3')
  expect(run('value')).toBe(3)
  keepCompiled()
  for (const name of readdirSync(dir).filter((each) => each !== 'script.cjs')) {
    writeFileSync(join(dir, name), readFileSync(join(dir, name)).subarray(0, 100))
  }
  expect(run('value')).toBe(3)
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
