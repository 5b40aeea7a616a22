import fc from 'fast-check'

/** Combining marks of several classes: normalisation has to sort each run of them. */
const marks = fc
  .record({
    count: fc.constantFrom(30, 400, 4_000, 30_000),
    of: fc.constantFrom(['\u0301', '\u0323'], ['\u0301', '\u0323', '\u0345', '\u0334']),
  })
  .map(({ count, of }) => `あ${of.map((mark) => mark.repeat(count / of.length)).join('')}`)

/** RFC 2047: a mail program decodes these, line breaks and all. */
const encodedWords = fc.constantFrom(
  '=?utf-8?Q?=0ABcc:_x@evil.example?=',
  '=?utf-8?B?CkJjYzogeEBldmlsLmV4YW1wbGU=?=',
  'Ada =?utf-8?Q?=E2=80=AE?= Byron',
)

/** Text that costs more to read than to send, or says more than it shows. */
export const hostileText = fc.oneof(marks, encodedWords, fc.string({ unit: 'grapheme', maxLength: 600 }))
