import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKey, readSigned } from './client.ts'
import { makeVectors } from './make-vectors.ts'

const dir = import.meta.dirname
const file = join(dir, 'vectors.json')
const vectors: ReturnType<typeof makeVectors> = JSON.parse(readFileSync(file, 'utf8'))
const { licenceKeys, files } = vectors

const expected = [
  ...licenceKeys.map(({ normal, isOurs, sha256 }) => JSON.stringify([normal, isOurs, sha256])),
  ...files.map(({ rule }) => rule),
]

test('the vectors are those that the server makes, good ones and each kind of bad', () => {
  expect(vectors, 'node server/licences/licensing/clients/make-vectors.ts').toEqual(makeVectors())
  expect(expected.length).toBeGreaterThanOrEqual(60)
  const rules = Array.from(readFileSync(join(dir, 'client.ts'), 'utf8').matchAll(/Error\('(\w+)'\)/g))
  expect([...new Set(files.map(({ rule }) => rule))].toSorted()).toEqual(
    [...new Set(rules.map(([, rule]) => rule)), 'ok'].toSorted(),
  )
})

test('TypeScript reads every vector', () => {
  const keys = licenceKeys.map(({ text }) => {
    const { normal, isOurs, sha256 } = readKey(text)
    return JSON.stringify([normal, isOurs, sha256])
  })
  const read = files.map(({ kind, text, asked }) => {
    try {
      readSigned(kind, text, asked, vectors)
      return 'ok'
    } catch (error) {
      return (error as Error).message
    }
  })
  expect([...keys, ...read]).toEqual(expected)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('Python reads every vector', () => {
  const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' }
  const printed = execFileSync('python3', [join(dir, 'run.py'), file], { encoding: 'utf8', env: environment })
  const lines = printed.trimEnd().split('\n')
  expect(lines.map((line) => (line.startsWith('[') ? JSON.stringify(JSON.parse(line)) : line))).toEqual(
    expected,
  )
})

test.each(['client.ts', 'client.py'])('%s has ninety lines at most', (name) => {
  expect(readFileSync(join(dir, name), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
})
