import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMissingSettings, findOperation, findPlaceholders } from './doctor.ts'

test('finds each value whose comment says placeholder, first keys of maps included', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'site.yml')
  writeFileSync(
    file,
    '# Placeholder: the real\n# name.\nproduct: Name\ncompany:\n  # Placeholder: the entity.\n  name: Pty Ltd\n  # Real.\n  abn: 1\nlast: x\n',
  )
  expect(findPlaceholders(file).map(({ where, found }) => [where, found])).toEqual([
    [`${file}, product`, 'placeholder "Name"'],
    [`${file}, company.name`, 'placeholder "Pty Ltd"'],
  ])
  expect(findPlaceholders(file)[0]?.todo).toMatch(/^the real name\. /)
})

test('the shipped identity is a placeholder throughout', () => {
  expect(
    findPlaceholders('content/site.yml').map(({ where }) => where.replace('content/site.yml, ', '')),
  ).toEqual([
    'product',
    'company.name',
    'company.abn',
    'company.email',
    'bankAccount.bsb',
    'bankAccount.number',
    'analyticsId',
    'licenceKeyPrefix',
    'downloads.baseUrl',
  ])
})

test('a setting that has a value is not missing', () => {
  const all = findMissingSettings(new Set()).map(({ where }) => where)
  const some = findMissingSettings(new Set(['SITE_URL'])).map(({ where }) => where)
  expect(all).toContain('SITE_URL')
  expect(some).toEqual(all.filter((name) => name !== 'SITE_URL'))
})

test('several machines need one key, several workers are hinted at PostgreSQL, and everybody at backups', () => {
  const where = (config: Partial<Parameters<typeof findOperation>[0]>) =>
    findOperation({ databaseUrl: null, licenceSigningKey: null, webConcurrency: 1, ...config }).map(
      (finding) => finding.where,
    )
  expect(where({})).toEqual(['backups'])
  expect(where({ databaseUrl: 'postgres://db/site' })).toEqual(['backups', 'LICENCE_SIGNING_KEY'])
  expect(where({ databaseUrl: 'postgres://db/site', licenceSigningKey: 'pem' })).toEqual(['backups'])
  expect(where({ webConcurrency: 2 })).toEqual(['backups', 'WEB_CONCURRENCY'])
  expect(where({ webConcurrency: 2, databaseUrl: 'postgres://db/site', licenceSigningKey: 'x' })).toEqual([
    'backups',
  ])
})
