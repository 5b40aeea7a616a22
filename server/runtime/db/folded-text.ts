import { type ExpressionWrapper, sql } from 'kysely'
import { foldEmail } from '#shared/text/email.ts'
import type { Schema } from './schema.ts'

type Column = ExpressionWrapper<Schema, keyof Schema, string | null>

type EmailColumn =
  | 'email'
  | 'customer_email'
  | 'recipient'
  | 'licences.email'
  | 'orders.customer_email'
  | 'quotes.customer_email'

/** SQL for a column folded like `foldEmail`. */
export function foldedEmail(column: EmailColumn) {
  return sql<string>`lower(${sql.ref(column)})`
}

/** Ignores case, as mail servers do. */
export function sameEmail(column: EmailColumn, email: string) {
  return sql<boolean>`${foldedEmail(column)} = ${foldEmail(email)}`
}

/** On SQLite only ASCII letters match regardless of case. */
export function containing(column: Column, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${column}) like lower(${pattern}) escape '\\'`
}
