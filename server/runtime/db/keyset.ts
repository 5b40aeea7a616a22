import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import { z } from 'zod'
import { fieldOf, isFalling, type Sort, type SortField } from '#shared/desk/sorts.ts'
import { text } from '#shared/text/text-fields.ts'
import type { Schema } from './schema.ts'

/** Position after the last row of a page. @property keys sort keys before the id */
export type Cursor = { sort: Sort; keys: readonly (string | number)[]; id: string }

const time = z.tuple([z.iso.datetime()])
const email = text(254, 'no address').regex(/^[!-~]*$/)

/** Validates keys, because PostgreSQL refuses to compare a number with other text. */
const keysOf: Record<SortField, z.ZodType<Cursor['keys']>> = {
  at: time,
  createdAt: time,
  lastOrderAt: time,
  updatesUntil: time,
  validUntil: time,
  total: z.tuple([z.int32(), z.iso.datetime()]),
  email: z.tuple([email]),
  kept: z.tuple([z.int(), email]),
}

const sorts = (Object.keys(keysOf) as SortField[]).flatMap((field): Sort[] => [field, `-${field}`])
const cursorSchema = z.tuple([z.enum(sorts), z.unknown(), text(64, 'no id').regex(/^\w+$/)])

/** @returns null for text that isn't from `writeCursor` */
export function readCursor(text: string): Cursor | null {
  try {
    const [sort, keys, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { sort, keys: keysOf[fieldOf(sort)].parse(keys), id }
  } catch {
    return null
  }
}

function writeCursor({ sort, keys, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, keys, id])).toString('base64url')
}

export type Page<Name extends Sort = Sort> = { after: Cursor | null; limit: number; sort: Name }

/** Columns that sort rows, by their names in the rows. The last is `id`, unless the others are unique. */
export type SortColumns = Readonly<Record<string, string | RawBuilder<unknown>>>

export const byTime: SortColumns = { created_at: 'created_at', id: 'id' }

/** Reads one row more than the page has, for `toPage`. */
export function readSorted<Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  columns: SortColumns,
  { after, limit, sort }: Page,
): Promise<Simplify<Row>[]> {
  const refs = Object.values(columns).map((column) => (typeof column === 'string' ? sql.ref(column) : column))
  const isPast = isFalling(sort) ? sql`<` : sql`>`
  const rest = after
    ? query.where(
        sql<boolean>`(${sql.join(refs)}) ${isPast} (${sql.join([...after.keys, after.id].slice(0, refs.length))})`,
      )
    : query
  return refs
    .reduce((all, ref) => all.orderBy(ref, isFalling(sort) ? 'desc' : 'asc'), rest)
    .limit(limit + 1)
    .execute()
}

/** Merges sorted lists. */
export function mergeSorted<Row extends object>(lists: Row[][], columns: SortColumns, sort: Sort): Row[] {
  const keysOfRow = (row: Row) => Object.keys(columns).map((name) => row[name as keyof Row])
  const way = isFalling(sort) ? -1 : 1
  return lists.flat().sort((a, b) => way * compare(keysOfRow(a), keysOfRow(b)))
}

function compare(keys: unknown[], others: unknown[]): number {
  const place = keys.findIndex((key, index) => key !== others[index])
  if (place === -1) return 0
  return (keys[place] as string) < (others[place] as string) ? -1 : 1
}

/** Removes the extra row, which only shows that there are more. */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  columns: SortColumns,
  { limit, sort }: Pick<Page, 'limit' | 'sort'>,
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length <= limit || !last) return { rows: shown, next: null }
  const names = Object.keys(columns).filter((name) => name !== 'id')
  const keys = names.map((name) => last[name as keyof Row] as string | number)
  return { rows: shown, next: writeCursor({ sort, keys, id: last.id }) }
}

export type ReadPage<Name extends Sort, Row> = (
  page: Page<Name>,
) => Promise<{ rows: Row[]; next: string | null }>

/** Reads the same pages, with each row mapped by `view`. */
export function viewPages<Name extends Sort, Row, Shown>(
  read: ReadPage<Name, Row>,
  view: (row: Row) => Shown,
): ReadPage<Name, Shown> {
  return async (page) => {
    const { rows, next } = await read(page)
    return { rows: rows.map(view), next }
  }
}

const pageLength = 500

/** Reads a list page by page, so memory use stays constant. */
export async function* eachPage<Name extends Sort, Row>(
  read: ReadPage<Name, Row>,
  { sort, most = Number.POSITIVE_INFINITY }: { sort: Name; most?: number | undefined },
): AsyncGenerator<Row[]> {
  let after: Cursor | null = null
  for (let left = most; left > 0; ) {
    const { rows, next } = await read({ after, limit: Math.min(left, pageLength), sort })
    yield rows
    after = next === null ? null : readCursor(next)
    if (after === null) return
    left -= rows.length
  }
}

export async function firstRows<Name extends Sort, Row>(
  read: ReadPage<Name, Row>,
  wanted: { sort: Name; most: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of eachPage(read, wanted)) rows.push(...page)
  return rows
}
