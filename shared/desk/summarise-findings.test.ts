import { expect, test } from 'vitest'
import { summariseFindings } from './summarise-findings.ts'

const find = (where: string, found: string) => ({ grade: 'tidy' as const, where, found, todo: 'Mend it.' })
const many = [
  find('site.yml, product', 'placeholder "Example"'),
  find('help/a.md:12', 'placeholder'),
  find('home.yml, timer.picture', 'no picture'),
  find('backups', 'the last one is 3 days old'),
  find('messages', 'two wait'),
  find('SMTP_URL', 'not set'),
]

test('what a new shop has much of is counted by kind, after the first of the others', () => {
  expect(summariseFindings(many)).toBe(
    'backups: the last one is 3 days old; 1 more; 2 placeholders; 1 missing picture; 1 empty setting',
  )
  expect(summariseFindings(many.slice(0, 3))).toBe('2 placeholders; 1 missing picture')
})

test('a single one is told as it is', () => {
  expect(summariseFindings([find('SMTP_URL', 'not set')])).toBe('SMTP_URL: not set')
})
