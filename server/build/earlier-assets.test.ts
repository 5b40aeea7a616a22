import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepEarlierAssets } from './earlier-assets.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 22, hours))

test('a build keeps the assets of those before it for a day after they were replaced', () => {
  const first = release({ 'app-1.js': 'one', 'app-1.js.br': 'small', 'same.css': 'old' })
  const second = release({ 'app-2.js': 'two', 'same.css': 'new' })
  expect(keepEarlierAssets(first, join(second, 'dist'), at(0))).toBe(2)
  expect(assetsOf(second)).toEqual(['app-1.js', 'app-1.js.br', 'app-2.js', 'same.css'])
  expect(readFileSync(join(second, 'dist/client/assets/same.css'), 'utf8')).toBe('new')

  const third = release({ 'app-3.js': 'three' })
  keepEarlierAssets(second, join(third, 'dist'), at(23))
  expect(assetsOf(third)).toEqual(['app-1.js', 'app-1.js.br', 'app-2.js', 'app-3.js', 'same.css'])

  const fourth = release({ 'app-4.js': 'four' })
  keepEarlierAssets(third, join(fourth, 'dist'), at(24))
  expect(assetsOf(fourth)).toEqual(['app-2.js', 'app-3.js', 'app-4.js', 'same.css'])
})

test('an asset that is used again is the build’s own', () => {
  const first = release({ 'a.js': 'a' })
  const second = release({ 'b.js': 'b' })
  keepEarlierAssets(first, join(second, 'dist'), at(0))
  const third = release({ 'a.js': 'a' })
  keepEarlierAssets(second, join(third, 'dist'), at(20))
  const fourth = release({ 'c.js': 'c' })
  keepEarlierAssets(third, join(fourth, 'dist'), at(44))
  expect(assetsOf(fourth)).toEqual(['a.js', 'c.js'])
})

test('a folder that holds no build is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  expect(() => keepEarlierAssets(folder, join(folder, 'dist'), at(0))).toThrow('names a built release')
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

function release(assets: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const dir = join(folder, 'dist/client/assets')
  mkdirSync(dir, { recursive: true })
  for (const [name, text] of Object.entries(assets)) writeFileSync(join(dir, name), text)
  return folder
}

function assetsOf(folder: string): string[] {
  return readdirSync(join(folder, 'dist/client/assets')).sort()
}
