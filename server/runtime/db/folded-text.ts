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

/** The column as `foldEmail` writes an address. */
export function foldedEmail(column: EmailColumn) {
  return sql<string>`lower(${sql.ref(column)})`
}

/** Mail servers ignore case too. */
export function sameEmail(column: EmailColumn, email: string) {
  return sql<boolean>`${foldedEmail(column)} = ${foldEmail(email)}`
}

/** On SQLite only ASCII letters ignore case. */
export function containing(column: Column, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${column}) like lower(${pattern}) escape '\\'`
}
