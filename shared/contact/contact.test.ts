import { expect, test } from 'vitest'
import { toFieldErrors } from '../http/field-errors.ts'
import { contactSchema } from './contact.ts'

const valid = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  topic: 'support',
  message: 'It scrolls backwards.',
}

function errorsOf(change: object) {
  const { error } = contactSchema.safeParse({ ...valid, ...change })
  return error ? toFieldErrors(error).map(({ pointer }) => pointer) : []
}

test('a message of the longest and the shortest fields is read', () => {
  expect(errorsOf({ name: 'A', message: '0123456789' })).toEqual([])
  expect(errorsOf({ name: '🎬'.repeat(100), message: '🎬'.repeat(5000) })).toEqual([])
  expect(errorsOf({ email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.com` })).toEqual([])
})

test('every field is asked for', () => {
  expect(errorsOf({ name: undefined, email: null, topic: 1, message: undefined })).toEqual([
    '/name',
    '/email',
    '/topic',
    '/message',
  ])
})

test.each([
  ['a blank name', { name: ' \u00a0 ' }, '/name'],
  ['a long name', { name: 'a'.repeat(101) }, '/name'],
  ['CR LF in the name', { name: 'Ada\r\nBcc: all@example.com' }, '/name'],
  ['a line separator in the name', { name: 'Ada\u2028Lovelace' }, '/name'],
  ['a NUL in the name', { name: 'Ada\0' }, '/name'],
  ['a next-line character in the name', { name: 'Ada\u0085Lovelace' }, '/name'],
  ['no e-mail address', { email: 'ada' }, '/email'],
  ['an address without a dot in its domain', { email: 'a@b' }, '/email'],
  ['two e-mail addresses', { email: 'ada@example.com,bob@example.com' }, '/email'],
  ['CR LF in the address', { email: 'ada@example.com\r\nBcc: x@example.com' }, '/email'],
  ['a long address', { email: `${'a'.repeat(250)}@b.co` }, '/email'],
  ['another topic', { topic: 'weather' }, '/topic'],
  ['a short message', { message: ' 123456789 ' }, '/message'],
  ['a message of emoji that is short', { message: '🎬'.repeat(9) }, '/message'],
  ['a long message', { message: 'a'.repeat(5001) }, '/message'],
  ['a list for a name', { name: ['Ada', 'Bob'] }, '/name'],
])('%s is refused by its field', (_case, change, pointer) => {
  expect(errorsOf(change)).toEqual([pointer])
})

test('a body that is no object is refused as a whole', () => {
  for (const body of [[], 'text', 1, null]) {
    const { error } = contactSchema.safeParse(body)
    expect(error && toFieldErrors(error)).toEqual([
      { pointer: '', code: 'invalid_type', detail: 'The body must be an object.' },
    ])
  }
})

test('a message keeps its lines and its tabs, and loses other control characters and the ends', () => {
  const { message, name } = contactSchema.parse({
    ...valid,
    name: '  Ada ',
    message: '\r\none\r\n\ttwo\rthree\0\u0007\u0085\n ',
  })
  expect(message).toBe('one\n\ttwo\nthree')
  expect(name).toBe('Ada')
})
