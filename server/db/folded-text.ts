import { type ExpressionWrapper, sql } from 'kysely'
import type { Schema } from './schema.ts'

type Column = ExpressionWrapper<Schema, keyof Schema, string | null>

/** Mail servers ignore case too. */
export function sameEmail(column: Column, email: string) {
  return sql<boolean>`lower(${column}) = ${email.trim().toLowerCase()}`
}

/** On SQLite only ASCII letters ignore case. */
export function containing(column: Column, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${column}) like lower(${pattern}) escape '\\'`
}
