import { z } from 'zod'
import { daySchema } from '../day-schema.ts'
import { orderStatusSchema } from '../orders.ts'
import { emailSchema, line, text } from '../text-fields.ts'

const notAnObject = { error: 'The body must be an object.' }

/** The body of `POST /api/desk/link`. */
export const deskLinkSchema = z.object({ email: emailSchema }, notAnObject)

/** An empty field of a form says nothing. */
function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

const searchText = line(200, 'This must be text.')
const paging = {
  after: given(text(200, 'This must be text.')),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** The query of `GET /api/desk/search`. */
export const searchQuerySchema = z.object({ q: searchText.default('') })

/** The query of `GET /api/desk/orders`. Days are the company's, both included. */
export const orderListQuerySchema = z.object({
  /** Comma separated. */
  status: given(
    text(200, 'This must be text.')
      .transform((list) => list.split(','))
      .pipe(z.array(orderStatusSchema)),
  ),
  method: given(z.enum(['card', 'transfer'])),
  q: given(searchText),
  from: given(daySchema),
  to: given(daySchema),
  ...paging,
})

export type OrderListQuery = z.output<typeof orderListQuerySchema>

/** The query of `GET /api/desk/licences`. */
export const licenceListQuerySchema = z.object({
  status: given(z.enum(['active', 'suspended', 'revoked'])),
  q: given(searchText),
  ...paging,
})

/** The query of a list without filters. */
export const pageQuerySchema = z.object(paging)
