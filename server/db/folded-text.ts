import { type ExpressionWrapper, sql } from 'kysely'
import type { Schema } from './schema.ts'

type Column = ExpressionWrapper<Schema, keyof Schema, string | null>

/** Whether a column holds an e-mail address, in any case: no mail server of today tells addresses apart by it. */
export function sameEmail(column: Column, email: string) {
  return sql<boolean>`lower(${column}) = ${email.trim().toLowerCase()}`
}

/** Whether a text stands somewhere in a column. SQLite folds the case of ASCII letters alone. */
export function containing(column: Column, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${column}) like lower(${pattern}) escape '\\'`
}
