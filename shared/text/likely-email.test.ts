import { expect, test } from 'vitest'
import { likelyEmail } from './likely-email.ts'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada.Byron@gmail.co', 'Ada.Byron@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  [' ada@yahooo.com.au ', 'ada@yahoo.com.au'],
  ['ada@icoud.com', 'ada@icloud.com'],
])('%s is asked about as %s', (typed, meant) => expect(likelyEmail(typed)).toBe(meant))

test.each([
  'ada@gmail.com',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@gmx.net',
  'ada@example.com',
  'ada@gmail',
  'ada',
  '',
])('%s is taken as it is', (typed) => expect(likelyEmail(typed)).toBeNull())
