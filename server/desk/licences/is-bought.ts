import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../runtime/db/schema.ts'
import type { Span } from '../books/sum-documents.ts'

/** Paid for in this span, and not revoked. Trends counts these, and their list shows them. */
export function isBought({ from, to }: Omit<Span, 'name'>) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'licences'>) =>
    and([
      eb('created_at', '>=', from),
      eb('created_at', '<', to),
      eb('order_line_id', 'is not', null),
      eb('status', '!=', 'revoked'),
    ])
}
