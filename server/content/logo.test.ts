import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicSiteOf } from '#shared/seller/site.ts'
import { png } from '../testing/support/png.ts'
import { readSite } from './site.ts'

const dir = mkdtempSync(join(tmpdir(), 'content-'))
const source = readFileSync('content/site.yml', 'utf8')
writeFileSync(join(dir, 'site.yml'), source.replace('#logo:', 'logo:'))

function readWith(logo: Buffer) {
  writeFileSync(join(dir, 'logo.png'), logo)
  return readSite(dir)
}

test('the logo beside site.yml is read with it, and no visitor is sent it', () => {
  const site = readWith(png())
  expect(site.logo).toBe(`data:image/png;base64,${png().toString('base64')}`)
  expect(publicSiteOf(site)).not.toHaveProperty('logo')
})

test.each([
  ['transparent', png({ colour: 6 }), 'a logo has no transparency'],
  ['transparent by a colour', png({ chunks: ['tRNS'] }), 'a logo has no transparency'],
  ['interlaced', png({ interlaced: true }), 'a logo isn’t interlaced'],
  ['cut off', png().subarray(0, -5), 'this is no whole PNG'],
  ['another kind of file', Buffer.from('<svg/>'), 'this is no whole PNG'],
  ['empty', Buffer.alloc(0), 'this is no whole PNG'],
  ['too large', Buffer.alloc(65 * 1024), 'a logo has 64 KiB at most'],
])('a logo that is %s is refused with its line', (_what, file, fault) => {
  const line = source.split('\n').findIndex((each) => each.startsWith('#logo:')) + 1
  expect(() => readWith(file)).toThrow(`site.yml:${line}: logo: ${fault}`)
})

test('a logo that isn’t there is named', () => {
  const other = mkdtempSync(join(tmpdir(), 'content-'))
  copyFileSync(join(dir, 'site.yml'), join(other, 'site.yml'))
  expect(() => readSite(other)).toThrow('logo.png')
})
