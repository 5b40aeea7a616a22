import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../runtime/root.ts'

const client = join(root, 'dist/client')
const manifest: Manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
const deskEntry = 'client/desk/entry-client.ts'

/** Lists everything that an entry may load. */
function filesOf(name: string, known = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || known.has(chunk.file)) return known
  for (const file of [chunk.file, ...(chunk.css ?? [])]) known.add(file)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) filesOf(next, known)
  return known
}

const visitors = filesOf('client/start.tsx', filesOf('client/entry-client.ts'))

test('a visitor’s files hold nothing of the desk’s pages', () => {
  expect(visitors.size).toBeGreaterThan(20)
  const scripts = [...visitors].filter((file) => file.endsWith('.js'))
  const telling = scripts.filter((file) => /\/desk|Desk[A-Z]/.test(readFileSync(join(client, file), 'utf8')))
  expect(telling).toEqual([])
})

test('the desk’s files are its own, but for the human check of its sign-in', () => {
  const desk = filesOf(deskEntry)
  expect(desk.size).toBe(3)
  const both = [...desk].filter((file) => visitors.has(file))
  expect(both).toEqual([expect.stringMatching(/^assets\/load-script-/)])
})
