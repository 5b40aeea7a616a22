import { z } from 'zod'
import { isEmail } from './email.ts'

/**
 * What turns the direction of a text around or shows as nothing: it makes one name look like another, and comes unseen
 * with what is pasted. Joiners (U+200C and U+200D) are letters' business in Persian, Indic scripts and emoji; behind
 * Latin, Greek, Cyrillic, signs, or at the start, they join nothing.
 */
const invisible =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<=^|[\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Cf}])[\u200c\u200d]/gu

/**
 * Text of one line, trimmed, without what is invisible. A control character is refused, so no header or log line can be
 * forged from it.
 */
export function line(max: number, message: string) {
  return z
    .string(message)
    .transform((text) => text.replace(invisible, '').normalize('NFC').trim())
    .refine((text) => countCharacters(text) <= max, `At most ${max} characters.`)
    .refine((text) => !/[\p{Cc}\u2028\u2029]|\p{Surrogate}/u.test(text), 'Only text in one line.')
}

export function required(max: number, message: string) {
  return line(max, message).refine((text) => text !== '', message)
}

export const emailSchema = required(254, 'Enter your email.').refine(
  (text) => text === '' || isEmail(text),
  'Enter an email such as name@example.com.',
)

/** As people count them, code points: an emoji is one, though in UTF-16 it's two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
