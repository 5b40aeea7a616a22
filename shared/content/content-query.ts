import { z } from 'zod'
import { text } from '../text/text-fields.ts'

const namesMax = 100
const neighboursMax = 100
const sortKeysMax = 8

/** Any other member is a condition of `where`. */
export type ContentQuery = {
  only?: string | string[]
  without?: string | string[]
  sortBy?: string | Record<string, unknown> | (string | Record<string, unknown>)[]
  where?: Record<string, unknown>
  search?: unknown
  surround?: { slugOrPath: string; options?: { before?: number | string; after?: number | string } }
  limit?: number | string
  skip?: number | string
  deep?: boolean | string | number
  text?: boolean | string | number
}

export type SortKey = { field: string; descending: boolean }

/** A query string's values are always text. */
export function isSet(value: unknown): boolean {
  return Boolean(value) && value !== 'false' && value !== '0'
}

const flag = z.unknown().transform(isSet).optional()

const names = z.unknown().transform((value, context) => {
  if (!value) return undefined
  const keys = [value].flat()
  if (keys.length > namesMax) context.addIssue(`takes at most ${namesMax} names`)
  return keys.filter((key) => typeof key === 'string')
})

/** Zero, an empty value and text without a leading number count as not given. */
const count = z.unknown().transform((value, context) => {
  if (!value || (typeof value === 'string' && Number.isNaN(Number.parseInt(value, 10)))) return undefined
  const number = typeof value === 'string' ? Number(value) : value
  if (number === 0) return undefined
  if (typeof number === 'number' && Number.isInteger(number) && number > 0) return number
  context.addIssue('must be a whole number, zero or more')
  return z.NEVER
})

const sortKeys = z.unknown().transform((value, context): SortKey[] => {
  if (!value) return []
  const keys = Array.isArray(value) ? value.flatMap(toSortKeys) : isSortable(value) && toSortKeys(value)
  if (!keys || keys.includes(undefined)) {
    context.addIssue('must be "field", "field:desc", { field: "desc" } or a list of these')
    return z.NEVER
  }
  if (keys.length > sortKeysMax) context.addIssue(`takes at most ${sortKeysMax} keys`)
  return keys.filter((key) => key !== undefined)
})

/** Like Nuxt Content, ignores a number in a list of sort keys. */
function toSortKeys(entry: unknown): (SortKey | undefined)[] {
  if (entry === null || entry === undefined) return [undefined]
  const pairs = typeof entry === 'string' ? [entry.split(':')] : Object.entries(entry)
  return pairs.map(([field = '', direction]) => ({ field, descending: direction === 'desc' }))
}

function isSortable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'object'
}

const steps = z.unknown().transform((value, context) => {
  if (value === undefined) return 1
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= neighboursMax)
    return number
  context.addIssue(`must be a whole number from 0 to ${neighboursMax}`)
  return z.NEVER
})

const surround = z.object({
  slugOrPath: text(1000, 'must be text'),
  options: z.object({ before: steps.default(1), after: steps.default(1) }).default({ before: 1, after: 1 }),
})

/** Like Nuxt Content, reads a list as an object whose keys are its indices. */
const listAsObject = (value: unknown) => (Array.isArray(value) ? { ...value } : value)
const falsyAsAbsent = (value: unknown) => value || undefined

const where = z.preprocess(
  (value) => listAsObject(falsyAsAbsent(value)),
  z.record(text(1000, 'must be text'), z.unknown()).optional(),
)

const options = {
  only: names.optional(),
  without: names.optional(),
  sortBy: sortKeys.optional(),
  where,
  search: z.unknown().optional(),
  surround: z.preprocess(falsyAsAbsent, surround.optional()),
  limit: count.optional(),
  skip: count.optional(),
  deep: flag,
  text: flag,
}

export const contentQuerySchema = z
  .preprocess(listAsObject, z.looseObject(options))
  .transform(({ only, without, sortBy, where, search, surround, limit, skip, deep, text, ...fields }) => ({
    only,
    without,
    sortBy: sortBy ?? [],
    where: Object.entries({ ...where, ...fields }),
    search,
    surround,
    limit,
    skip: skip ?? 0,
    deep: deep ?? false,
    text: text ?? false,
  }))

export type ParsedContentQuery = z.output<typeof contentQuerySchema>
