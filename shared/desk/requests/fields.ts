import { z } from 'zod'
import { optional } from '../../http/optional.ts'
import { foldEmail } from '../../text/email.ts'
import { exactText, line, searchLine, text } from '../../text/text-fields.ts'
import { type Sort, timeSorts, unsortedFilters } from '../sorts.ts'

// Fields that schemas of /api/desk share. Amounts are in cents; days are the company's, both included.

export const notAnObject = { error: 'The body must be an object.' }

/** Forms send empty fields for missing values. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), optional(schema))
}

/** Addresses carry numbers as text. Bodies carry numbers, so none of their schemas reads text. */
export function digits(min: number, max = 999_999_999) {
  const message = `A whole number from ${min} to ${max}.`
  return text(9, message, message)
    .regex(/^\d{1,9}$/, message)
    .meta({ override: { type: 'integer', minimum: min, maximum: max, pattern: undefined } })
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
}

/** In characters. */
export const longestSearch = 200

export const searchText = searchLine(longestSearch, 'This must be text.')

export const paging = {
  after: given(text(500, 'This must be text.')),
  limit: digits(1, 200).default(50),
}

/** A list's. @param sorts the first is its own */
export function listQuery<Filters extends z.ZodRawShape, const Name extends Sort>(
  sorts: readonly [Name, ...Name[]],
  filters: Filters,
) {
  const [own] = sorts
  const unsorted = unsortedFilters.filter((name) => name in filters)
  const besides = unsorted.map((name) => ` Not with \`${name}\`.`).join('')
  const sort = z
    .enum(sorts)
    .default(own as never)
    .meta({ description: `A minus puts the highest first.${besides}` })
  return z.object({ ...filters, sort, ...paging }).superRefine((query: Record<string, unknown>, context) => {
    const filter = unsorted.find((name) => query[name] !== undefined)
    if (filter === undefined || query.sort === own) return
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: `Not with ${filter}: leave one of them out.`,
    })
  })
}

/** A list by time, without filters. */
export const timeListQuerySchema = listQuery(timeSorts, {})

/** A customer's things alone, by the whole address or the company's whole name. */
export const ofCustomer = {
  email: given(exactText(254, 'This must be text.').transform(foldEmail)),
  company: given(line(200, 'This must be text.')),
}

/** The revision that the person saw. */
export const seen = { revision: z.int('A whole number.').optional() }

export const cents = z.int('Enter an amount in whole cents.').positive('More than nothing.')

export const confirm = given(text(100, 'This must be text.'))

export const reason = given(line(500, 'This must be text.'))

/** Programs may leave it out. A form sends it always, empty at first, so that it's asked for. */
export const askedFor = text(100, 'This must be text.').optional()
