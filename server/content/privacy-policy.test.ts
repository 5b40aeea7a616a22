import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runtime/root.ts'
import { openLibrary } from './library.ts'

const dir = join(root, 'content')
const policy = readFileSync(join(dir, 'legal/privacy.md'), 'utf8')

test('names everything that the site’s pages store in a browser', () => {
  const sources = globSync('client/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\/(e2e|desk)\/|\.test\./.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((source) => /(local|session)Storage|storedAs/.test(source))
  const keys = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:\w*[kK]ey|storedAs|cart|companyName)(?: =|:) '(\w+)'/g)].map(([, key]) => key),
  )
  expect(keys).toEqual(expect.arrayContaining(['cart', 'companyName', 'coveredLicence', 'renewalCode']))
  expect(keys.filter((key) => !policy.includes(`\`${key}\``))).toEqual([])
})

test.each([
  ['', false],
  ['G-TEST', true],
])('with the analytics id %j it speaks of Google Analytics: %s', async (analyticsId, speaks) => {
  const library = await openLibrary({
    dir,
    cardPayments: true,
    analyticsId,
    drafts: false,
    now: () => new Date(),
  })
  const shown = await library.store.query('/legal/privacy', { only: 'text', text: true })
  library.close()
  expect(/Google Analytics|analytics off/.test(JSON.stringify(shown))).toBe(speaks)
})
