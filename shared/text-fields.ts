import { z } from 'zod'
import { isEmail } from './email.ts'
import { tidyLine } from './tidy-line.ts'

/** Text of one line, tidied. A control character is refused, so no header or log line can be forged from it. */
export function line(max: number, message: string) {
  return z
    .string(message)
    .transform(tidyLine)
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
