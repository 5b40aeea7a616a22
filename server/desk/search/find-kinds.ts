import type { SearchResult } from '#shared/desk/answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import type { Data, Keys } from '../../context.ts'
import { findShown } from '../../licences/licensing/enrolments.ts'
import { findByEarlierKey } from '../../licences/licensing/replaced-keys.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { areIn, inOrder, wordsOf } from './match.ts'
import { readOfAKind, type SearchInput } from './search-input.ts'
import { type FoundNote, toLicence, toMessage, toNote, toQuote } from './view-results.ts'

/** @property name set where the title isn't the name, as for licences */
export type NamedResult = SearchResult & { name?: string }

type Ctx = Data & Keys

export async function findOrders({ database: { reader } }: Ctx, input: SearchInput): Promise<OrderRow[]> {
  const ids = input.withSums('orders', await input.idsOf('order'))
  return byIds(reader, 'orders', [...new Set([...input.numbered, ...ids])])
}

export async function findQuotes({ database: { reader } }: Ctx, input: SearchInput): Promise<NamedResult[]> {
  const ids = input.withSums('quotes', await input.idsOf('quote'))
  return (await byIds(reader, 'quotes', ids)).map(toQuote)
}

export async function findLicences(ctx: Ctx, input: SearchInput): Promise<NamedResult[]> {
  const { reader } = ctx.database
  const keyed = await findByKey(ctx, input.text)
  const ids = [...(await findByVersion(reader, input.version)), ...(await input.idsOf('licence'))]
  const named = await byIds(reader, 'licences', [...new Set(ids)])
  const earlier = await findByEarlierKey(reader, input.text, readOfAKind)
  const found = new Map([...keyed, ...named, ...earlier].map((licence) => [licence.id, licence]))
  return [...found.values()].map((licence) => ({ ...toLicence(licence), name: licence.key_hint }))
}

export async function findMessages(
  { database: { reader } }: Ctx,
  input: SearchInput,
): Promise<NamedResult[]> {
  return (await byIds(reader, 'messages', await input.idsOf('message'))).map(toMessage)
}

/** Adds the order's number; a note on a customer has an address instead. */
export async function findNotes({ database: { reader } }: Ctx, input: SearchInput): Promise<NamedResult[]> {
  const ids = await input.idsOf('note')
  if (ids.length === 0) return []
  const notes: FoundNote[] = await reader
    .selectFrom('audit_entries')
    .leftJoin('orders', 'orders.id', 'audit_entries.subject')
    .select(['audit_entries.id', 'at', 'who', 'subject', 'after', 'orders.number'])
    .where('audit_entries.id', 'in', ids)
    .execute()
  return inOrder(ids, notes).map(toNote)
}

/** A shop has few codes, so they need no index. */
export async function findCodes(
  { database: { reader } }: Ctx,
  { words }: SearchInput,
): Promise<NamedResult[]> {
  const rows = await reader
    .selectFrom('discount_codes')
    .select(['code', 'note', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .filter(({ code, note }) => areIn(words, wordsOf(`${code} ${note}`)))
    .slice(0, readOfAKind)
    .map(({ code, note, created_at: at }) => ({
      kind: 'code' as const,
      id: code,
      title: code,
      detail: note,
      href: deskRoutes.code(code),
      at,
    }))
}

/** People may paste a whole key or token, a licence's id, or another program's id for it. */
async function findByKey({ database: { db }, keyring }: Ctx, text: string): Promise<LicenceRow[]> {
  const found = await findShown(db, text, keyring)
  if (typeof found !== 'string') return [found.licence]
  const name = text.trim()
  return db
    .selectFrom('licences')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', '=', name), eb('external_id', '=', name)]))
    .limit(readOfAKind)
    .execute()
}

/** Finds licences with a machine that runs a version. */
async function findByVersion(reader: Db, version: string | null): Promise<string[]> {
  if (version === null) return []
  const running = await reader
    .selectFrom('activations')
    .select('licence_id as id')
    .distinct()
    .where('app_version', '=', version)
    .where('released_at', 'is', null)
    .limit(readOfAKind)
    .execute()
  return running.map(({ id }) => id)
}

async function byIds<Table extends keyof Rows>(db: Db, table: Table, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table as 'orders')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return inOrder(ids, rows) as unknown as Rows[Table][]
}

type Rows = { orders: OrderRow; quotes: QuoteRow; licences: LicenceRow; messages: MessageRow }
