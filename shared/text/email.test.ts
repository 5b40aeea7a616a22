import { expect, test } from 'vitest'
import { asciiEmail, foldEmail, isEmail } from './email.ts'

const longest = `${'a'.repeat(250)}@b.c`

test.each([
  'ada@example.com',
  'a@b.co',
  "o'brien+news@mail.example.com.au",
  'a@xn--bcher-kva.example',
  'info@bücher.example',
  'a@例え.テスト',
  'a@موقع.وزارة-الاتصالات.مصر',
  'a@dev.Ünïcode.Example',
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
  'a@b.c..',
  '.',
  'a@-b.c',
  '@b.c',
  'a b@c.d',
  ' a@b.c',
  'a@b.c\n',
  'a@b.c, d@e.f',
  'Ada <a@b.c>',
  'a@b@c.d',
  'a@bücher',
  'a@bü cher.example',
  'a@bücher.example/x',
  'a@bücher.example:80',
  'a@bü%cher.example',
  'a@b\uff0fcher.example',
  'bücher@example.com',
  `a@${'ü'.repeat(60)}.example`,
  `a${longest}`,
  '=?utf-8?Q?=0A?=@b.co',
])('%j is none', (text) => expect(isEmail(text)).toBe(false))

test.each([
  ['Info@Bücher.Example', 'Info@xn--bcher-kva.example'],
  ['Info@Example.COM', 'Info@Example.COM'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['no address, ü', 'no address, ü'],
  ['a@ü.example/x', 'a@ü.example/x'],
  ['ada@example.com.', 'ada@example.com'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['info@Bücher.Example.', 'info@xn--bcher-kva.example'],
])('%s is used as %s', (typed, used) => {
  expect(asciiEmail(typed)).toBe(used)
  expect(asciiEmail(used)).toBe(used)
})

test('each spelling of a mailbox is one', () => {
  const spellings = [
    'info@bücher.example',
    ' INFO@BÜCHER.example',
    'info@bu\u0308cher.example',
    'info@xn--bcher-kva.example',
  ]
  expect(new Set(spellings.map(foldEmail))).toEqual(new Set(['info@xn--bcher-kva.example']))
})
