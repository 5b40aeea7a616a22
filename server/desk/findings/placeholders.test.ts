import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCommentedPlaceholders, findEmptySlots, findInContent, findPlaceholders } from './placeholders.ts'

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

test('the comment of a deleted value isn’t taken for the next one’s', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'site.yml')
  const site = readFileSync('content/site.yml', 'utf8')
  writeFileSync(file, site.replace(/^ {2}abn: .*\n/m, ''))
  const email = findPlaceholders(file).find(({ where }) => where.endsWith('company.email'))
  expect(email?.todo).toMatch(/^the address that people write to\. /)
})

test('the shipped identity is a placeholder throughout', () => {
  expect(
    findPlaceholders('content/site.yml').map(({ where }) => where.replace('content/site.yml, ', '')),
  ).toEqual([
    'product',
    'productId',
    'company.name',
    'company.abn',
    'company.email',
    'company.address',
    'company.law',
    'bankAccount.bsb',
    'bankAccount.number',
    'analyticsId',
    'licenceKeyPrefix',
    'downloads.baseUrl',
    'trial',
    'answersWithin',
  ])
})

test('a placeholder in Markdown is found with its line', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'a.md')
  writeFileSync(
    file,
    '---\ntitle: A\n---\n<!-- Real. -->\n\n<!-- Placeholder: where the\nkey goes. -->\nHelp, Licence.\n',
  )
  expect(findCommentedPlaceholders(file)).toMatchObject([{ where: `${file}:6`, found: 'placeholder' }])
  expect(findCommentedPlaceholders(file)[0]?.todo).toMatch(/^where the key goes\. /)
})

test('an empty slot for a picture is found, and a filled one is not', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'page.yml')
  writeFileSync(file, 'picture: null\nremote:\n  picture:\ntimer:\n  picture: { image: /a.jpg }\n')
  expect(findEmptySlots(file).map(({ where }) => where)).toEqual([
    `${file}, picture`,
    `${file}, remote.picture`,
  ])
})

test('the shipped content has slots and placeholders on the pages and in the help', () => {
  const where = findInContent('content').map((finding) => finding.where)
  expect(where).toEqual(
    expect.arrayContaining([
      'content/pages/downloads.yml, picture',
      'content/pages/downloads.yml, systems.linux.install',
      'content/pages/home.yml, windows.picture',
      expect.stringMatching(/^content\/help\/turn-a-licence-on\.md:\d+$/),
    ]),
  )
})
