import fc from 'fast-check'

/** Normalisation must sort each run of combining marks of several classes. */
const marks = fc
  .record({
    count: fc.constantFrom(30, 400, 4_000, 30_000),
    of: fc.constantFrom(['\u0301', '\u0323'], ['\u0301', '\u0323', '\u0345', '\u0334']),
  })
  .map(({ count, of }) => `あ${of.map((mark) => mark.repeat(count / of.length)).join('')}`)

/** Expressions with two repetitions side by side take quadratic time for such runs. */
const runs = fc
  .record({ count: fc.constantFrom(30, 4_000, 60_000), of: fc.constantFrom(' ', '\t', '7', '-', 'a', '/') })
  .map(({ count, of }) => `${of.repeat(count)}x`)

/** RFC 2047: mail programs decode these, including line breaks. */
const encodedWords = fc.constantFrom(
  '=?utf-8?Q?=0ABcc:_x@evil.example?=',
  '=?utf-8?B?CkJjYzogeEBldmlsLmV4YW1wbGU=?=',
  'Ada =?utf-8?Q?=E2=80=AE?= Byron',
)

export const hostileText = fc.oneof(
  marks,
  runs,
  encodedWords,
  fc.string({ unit: 'grapheme', maxLength: 600 }),
)
