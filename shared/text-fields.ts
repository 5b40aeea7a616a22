import { z } from 'zod'

type OneLine = {
  /** In characters as people count them: code points. */
  max: number
  /** What is said when there is nothing. */
  missing: string
}

/** Text on one line. A line break in it could become a header of a mail. */
export function oneLine({ max, missing }: OneLine) {
  return z
    .string({ error: missing })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
      error: 'This has to be a single line.',
      params: { code: 'line_break' },
      abort: true,
    })
    .trim()
    .refine((text) => text !== '', { error: missing, params: { code: 'missing' }, abort: true })
    .refine((text) => countCharacters(text) <= max, {
      error: `This is longer than ${max} characters.`,
      params: { code: 'too_long' },
      abort: true,
    })
}

/** At most 254 characters, the longest that a mail server accepts (RFC 5321, erratum 1690). */
export function emailAddress() {
  return oneLine({ max: 254, missing: 'Tell us your email address.' }).regex(z.regexes.email, {
    error: 'This isn’t an email address. One reads name@example.com.',
  })
}

/** As people count them: an emoji is one, in UTF-16 it's two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
