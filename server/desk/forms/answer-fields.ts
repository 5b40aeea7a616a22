import type { z } from 'zod'
import { toArticle } from '#shared/desk/message-answers.ts'
import { type Fields, readInput } from './read-fields.ts'

/** Each of `articles` is a path, a blank and its title. */
export function readAnswer(form: Record<string, unknown>, input: z.ZodType | undefined): Fields {
  const read = readInput(form, input)
  const { articles } = read.values
  if (articles === undefined) return read
  return { ...read, body: { ...read.body, articles: [articles].flat().map(toArticle) } }
}
