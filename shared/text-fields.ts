import { z } from 'zod'
import { directionMarksRefused, hasDirectionMarks } from './direction-marks.ts'
import { isEmail } from './email.ts'
import { tidyLine } from './tidy-line.ts'

/**
 * Text from outside. A longer one is refused by its length alone: no other check and no transform ever sees it.
 * @param max in UTF-16 units
 * @param message for a value that isn't text
 */
export function text(max: number, message: string, tooLong = `At most ${max} characters.`) {
  return z.string(message).max(max, { abort: true, error: tooLong })
}

/** The most UTF-16 units that NFC makes one character of. Unicode FAQ "Normalization", expansion factors of NFD. */
export const unitsPerCharacter = 4

/**
 * Text of one line, tidied. Control characters are refused, so nobody can forge a header or a log line with them; and
 * direction marks, so nobody can make a name read as another's.
 * @param max in characters, once it is tidied
 */
export function line(max: number, message: string) {
  return text(unitsPerCharacter * max, message, `At most ${max} characters.`)
    .transform(tidyLine)
    .refine((text) => countCharacters(text) <= max, `At most ${max} characters.`)
    .refine((text) => !hasDirectionMarks(text), { error: directionMarksRefused, abort: true })
    .refine((text) => !/[\p{Cc}\u2028\u2029]|\p{Surrogate}/u.test(text), 'Only text in one line.')
}

export function required(max: number, message: string) {
  return line(max, message).refine((text) => text !== '', message)
}

export const emailSchema = required(254, 'Enter your email.').refine(
  (text) => text === '' || isEmail(text),
  'Enter an email such as name@example.com.',
)

/** The token that the human verification's widget hands out, empty without one. */
export const verificationSchema = text(8192, 'Confirm that you are human.').default('')

/** Counts code points, as people do: an emoji is one, though in UTF-16 it's two. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}
