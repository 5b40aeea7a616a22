import { z } from 'zod'
import { optional } from '../../http/optional.ts'
import { foldEmail } from '../../text/email.ts'
import { exactText, line, searchLine, text } from '../../text/text-fields.ts'
import { type Sort, timeSorts, unsortedFilters } from '../sorts.ts'

// Shared fields of the /api/desk schemas. Amounts are in cents; days are in the company's time zone, both included.

export const notAnObject = { error: 'The body must be an object.' }

/** Reads an empty text as absent, because forms send empty fields. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), optional(schema))
}

/** Reads a whole number from an address's text. Request bodies carry numbers instead. */
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

/**
 * The query of a list.
 * @param sorts the first one is the default
 */
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

export const timeListQuerySchema = listQuery(timeSorts, {})

/** Filters by customer: the whole e-mail address, or the company's whole name. */
export const ofCustomer = {
  email: given(exactText(254, 'This must be text.').transform(foldEmail)),
  company: given(line(200, 'This must be text.')),
}

/** The revision that the person saw. */
export const seen = { revision: z.int('A whole number.').optional() }

export const cents = z.int('Enter an amount in whole cents.').positive('More than nothing.')

export const confirm = given(text(100, 'This must be text.'))

export const reason = given(line(500, 'This must be text.'))

/** Programs may omit it. Forms always send it, first empty, so that the server asks for it. */
export const askedFor = text(100, 'This must be text.').optional()
