import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { png } from '../testing/support/png.ts'
import { readReleases, readSite } from './site.ts'

test('the values commented out in site.yml hold once their # is gone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  const source = readFileSync('content/site.yml', 'utf8')
  // A # before a sentence has one space behind it.
  writeFileSync(join(dir, 'site.yml'), source.replace(/^( *)#(?=\S| {2})/gm, '$1'))
  writeFileSync(join(dir, 'logo.png'), png())
  expect(readSite(dir)).toMatchObject({
    bankAccount: { bic: 'XXXXAU2SXXX' },
    notifications: [{ email: 'books@lectern.example', paid: 'each' }],
    staff: [{ email: 'you@example.com', role: 'owner' }],
    webhooks: [{ url: 'https://example.com/hook' }],
  })
})

test('a folder of releases that can’t be read isn’t said to be empty', () => {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  expect(() => readReleases(dir, {})).toThrow('holds no release')
  writeFileSync(join(dir, 'releases'), '')
  expect(() => readReleases(dir, {})).toThrow(`${join(dir, 'releases')}:1: can’t be read (ENOTDIR)`)
})
