import { type SelectQueryBuilder, type Simplify, type StringReference, sql } from 'kysely'
import { z } from 'zod'
import { text } from '#shared/text/text-fields.ts'
import type { Schema } from './schema.ts'

export type Cursor = { at: string; id: string }

const cursorSchema = z.tuple([z.iso.datetime(), text(64, 'no id').regex(/^\w+$/)])

/** @returns null for text that `writeCursor` didn't make */
export function readCursor(text: string): Cursor | null {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id }
  } catch {
    return null
  }
}

function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** Reads one row more than the page has, for `toPage`. @param column the rows' time; ids order rows of one instant @param id names its table in a join */
export function readNewest<Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  column: StringReference<Schema, Table>,
  { after, limit }: Page,
  id = 'id',
): Promise<Simplify<Row>[]> {
  const rest = after
    ? query.where(
        ({ ref }) => sql<boolean>`(${ref(column)}, ${ref(id as never)}) < (${after.at}, ${after.id})`,
      )
    : query
  return rest
    .orderBy(column as never, 'desc')
    .orderBy(id as never, 'desc')
    .limit(limit + 1)
    .execute()
}

/** Cuts off the extra row, which only tells that there are more. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? writeCursor(cursorOf(last)) : null }
}

export type Page = { after: Cursor | null; limit: number }

type ReadPage<Row> = (page: Page) => Promise<{ rows: Row[]; next: string | null }>

const pageLength = 500

/** Reads a list page by page, so memory stays flat. */
export async function* eachPage<Row>(
  read: ReadPage<Row>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row[]> {
  let after: Cursor | null = null
  for (let left = most; left > 0; ) {
    const { rows, next } = await read({ after, limit: Math.min(left, pageLength) })
    yield rows
    after = next === null ? null : readCursor(next)
    if (after === null) return
    left -= rows.length
  }
}

export async function firstRows<Row>(read: ReadPage<Row>, most: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of eachPage(read, most)) rows.push(...page)
  return rows
}
