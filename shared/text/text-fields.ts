import { z } from 'zod'
import { directionMarksRefused, hasDirectionMarks } from './direction-marks.ts'
import { asciiEmail, isEmail } from './email.ts'
import { tidyLine } from './tidy-line.ts'

/**
 * Refuses long text before any other check sees it.
 * @param max in UTF-16 units
 * @param message for a value that isn't text
 */
export function text(max: number, message: string, tooLong = `At most ${max} characters.`) {
  return z.string(message).max(max, { abort: true, error: tooLong })
}

/** Text for an exact look-up, such as an id, a number or a name. PostgreSQL rejects NUL. */
export function exactText(max: number, message: string) {
  return text(max, message).refine((text) => !text.includes('\0'), message)
}

/** The most UTF-16 units that NFC composes into one character (Unicode FAQ "Normalization", expansion factors of NFD). */
export const unitsPerCharacter = 4

/**
 * Refuses control characters, which can forge headers and log lines, and direction marks, which disguise names.
 * @param max in characters, after tidying
 */
export function line(max: number, message: string) {
  return text(unitsPerCharacter * max, message, `At most ${max} characters.`)
    .transform(tidyLine)
    .refine((text) => countCharacters(text) <= max, `At most ${max} characters.`)
    .refine((text) => !hasDirectionMarks(text), { error: directionMarksRefused, abort: true })
    .refine((text) => !/[\p{Cc}\u2028\u2029]|\p{Surrogate}/u.test(text), 'Only text in one line.')
}

/**
 * Reads tabs and direction marks as blanks, because pasted text contains them.
 * @param max in characters, after tidying
 */
export function searchLine(max: number, message: string) {
  return text(unitsPerCharacter * max, message, `At most ${max} characters.`)
    .overwrite((text) => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' '))
    .pipe(line(max, message))
}

/**
 * A name sent by a program, such as a computer's name. Never refuses it: removes what `line` refuses, cuts the
 * rest, and reads other types as absent.
 */
export function label(max: number) {
  return z
    .string()
    .transform((text) => cutLabel(text, max))
    .optional()
    .catch(undefined)
    .meta({ description: `Of any length; the first ${max} characters are kept, without marks of direction.` })
}

function cutLabel(text: string, max: number): string {
  const readable = text
    .slice(0, unitsPerCharacter * max)
    .replace(/\s+|\p{Cc}+/gu, ' ')
    .replace(/\p{Bidi_Control}|\p{Surrogate}/gu, '')
  return Array.from(tidyLine(readable)).slice(0, max).join('').trim()
}

/** Removes control characters: PostgreSQL stores no NUL, and mails need none of the others. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Reads null and an empty line as absent. */
export function optionalLine(max: number) {
  return line(max, 'This must be text.')
    .nullish()
    .transform((text) => text || undefined)
}

export function required(max: number, message: string) {
  return line(max, message).refine((text) => text !== '', message)
}

/** Stores the address in its ASCII form. */
export const emailSchema = required(254, 'Enter your email.')
  .refine((text) => text === '' || isEmail(text), 'Enter an email such as name@example.com.')
  .overwrite(asciiEmail)

export const verificationSchema = text(8192, 'Confirm that you are human.')
  .nullish()
  .transform((token) => token ?? '')

/** Counts code points, so that most emoji count as one. */
export function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}
