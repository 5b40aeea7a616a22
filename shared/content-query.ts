import { z } from 'zod'
import { text } from './text-fields.ts'

/** The most documents a list returns; with `body`, `toc`, `excerpt` or `text` among their fields, the lower one. */
export const listLimit = { plain: 10_000, whole: 1_000 }
const stepsMax = 100

/** The options of a content query as clients send them; any other name is a condition of `where`. */
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

const flag = z
  .unknown()
  .transform((value) => Boolean(value) && value !== 'false' && value !== '0')
  .optional()

/** Whatever isn't a name selects nothing. */
const names = z.unknown().transform((value, context) => {
  if (!value) return undefined
  const keys = [value].flat()
  if (keys.length > stepsMax) context.addIssue(`takes at most ${stepsMax} names`)
  return keys.filter((key) => typeof key === 'string')
})

/** Zero, nothing and text without a leading number mean "not given". */
const count = z.unknown().transform((value, context) => {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (Number.isNaN(number) || number === 0) return undefined
  if (typeof number === 'number' && Number.isInteger(number) && number > 0) return number
  context.addIssue('must be a whole number, zero or more')
  return z.NEVER
})

const sortKeys = z.unknown().transform((value, context): SortKey[] => {
  if (!value) return []
  const keys = (Array.isArray(value) ? value : [value]).flatMap(toSortKeys)
  if (keys.length > 8) context.addIssue('takes at most 8 keys')
  if (keys.includes(undefined))
    context.addIssue('must be "field", "field:desc", { field: "desc" } or a list of these')
  return keys.filter((key) => key !== undefined)
})

function toSortKeys(entry: unknown): (SortKey | undefined)[] {
  if (typeof entry === 'string') return toSortKeys(entry.split(':'))
  if (typeof entry !== 'object' || entry === null) return [undefined]
  const pairs = Array.isArray(entry) ? [entry] : Object.entries(entry)
  return pairs.map(([field, direction]) =>
    typeof field === 'string' ? { field, descending: isDescending(direction) } : undefined,
  )
}

function isDescending(direction: unknown): boolean {
  return direction === -1 || (typeof direction === 'string' && /^(desc|descending|-1)$/i.test(direction))
}

const steps = z.unknown().transform((value, context) => {
  if (value === undefined) return 1
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= stepsMax)
    return number
  context.addIssue(`must be a whole number from 0 to ${stepsMax}`)
  return z.NEVER
})

const surround = z.object({
  slugOrPath: text(1000, 'must be text'),
  options: z.object({ before: steps.default(1), after: steps.default(1) }).default({ before: 1, after: 1 }),
})

const where = z.record(text(1000, 'must be text'), z.unknown())

const falsyAsAbsent = (value: unknown) => value || undefined

const options = {
  only: names.optional(),
  without: names.optional(),
  sortBy: sortKeys.optional(),
  where: z.preprocess(falsyAsAbsent, where.optional()),
  search: z.unknown().optional(),
  surround: z.preprocess(falsyAsAbsent, surround.optional()),
  limit: count.optional(),
  skip: count.optional(),
  deep: flag,
  text: flag,
}

/** Checks the options of a query and brings them into one shape. */
export const contentQuerySchema = z
  .looseObject(options)
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
