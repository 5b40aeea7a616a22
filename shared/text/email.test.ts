import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

const longest = `${'a'.repeat(250)}@b.c`

test.each([
  'ada@example.com',
  'a@b.co',
  "o'brien+news@mail.example.com.au",
  'a@xn--bcher-kva.example',
  longest,
])('%s is an address', (text) => expect(isEmail(text)).toBe(true))

test.each([
  '',
  'ada',
  'ada@',
  'a@b',
  'a@b.',
  'a@.b',
  'a@b..c',
  'a@-b.c',
  '@b.c',
  'a b@c.d',
  ' a@b.c',
  'a@b.c\n',
  'a@b.c, d@e.f',
  'Ada <a@b.c>',
  'a@b@c.d',
  `a${longest}`,
  '=?utf-8?Q?=0A?=@b.co',
])('%j is none', (text) => expect(isEmail(text)).toBe(false))
