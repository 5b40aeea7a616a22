import { type ExpressionBuilder, sql } from 'kysely'
import { dayMs } from '#shared/calendar/calendar.ts'
import { mostQuoteDays, type QuoteListQuery } from '#shared/desk/requests/quotes.ts'
import { type FieldOf, fieldOf, type QuoteSort } from '#shared/desk/sorts.ts'
import type { Database } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { type ListedQuoteRow, selectListedQuotes } from '../../shop/quotes/list-quotes.ts'
import { findSubjects, inOrder, wordsOf } from '../search/match.ts'

export type QuoteFilter = Omit<QuoteListQuery, 'after' | 'limit' | 'sort'> & { now: Date }

const columns: Record<FieldOf<QuoteSort>, SortColumns> = {
  createdAt: { created_at: 'quotes.created_at', id: 'quotes.id' },
  validUntil: { valid_until: 'quotes.valid_until', id: 'quotes.id' },
}

/** Sorts and filters by indexes alone. */
export async function listQuotesPage(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: QuoteFilter,
  page: Page<QuoteSort>,
): Promise<{ rows: ListedQuoteRow[]; next: string | null }> {
  const rows = await (filter.q ? find(database, filter, filter.q, page) : list(database, filter, page))
  return toPage(rows, columns[fieldOf(page.sort)], page)
}

async function find(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: QuoteFilter,
  text: string,
  { after, limit }: Page,
): Promise<ListedQuoteRow[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const { state, email, company } = filter
  const isNarrow = state === 'open' || state === 'expired' || email || company
  const among = database.reader
    .selectFrom('quotes')
    .select('id')
    .where((eb) => isAmong(eb, filter))
  const ids = await findSubjects(database, {
    kind: 'quote',
    words,
    facets: state ? [[stored(state)]] : [],
    before: after?.id,
    where: isNarrow ? sql`search_entries.subject in ${among}` : undefined,
    limit: limit + 1,
  })
  if (ids.length === 0) return []
  return inOrder(ids, await selectListedQuotes(database.reader).where('quotes.id', 'in', ids).execute())
}

function list({ reader }: Pick<Database, 'reader'>, filter: QuoteFilter, page: Page<QuoteSort>) {
  const quotes = selectListedQuotes(reader).where((eb) => isAmong(eb, filter))
  return readSorted(quotes, columns[fieldOf(page.sort)], page)
}

function isAmong(quote: ExpressionBuilder<Schema, 'quotes'>, { state, email, company, now }: QuoteFilter) {
  return quote.and([
    ...(state ? [isState(quote, state, now)] : []),
    ...(email ? [sameEmail('quotes.customer_email', email)] : []),
    ...(company ? [quote('quotes.company_name', '=', company)] : []),
  ])
}

/** Open quotes are no older than the longest validity, so few are read. */
export function isState(
  { and, eb }: ExpressionBuilder<Schema, 'quotes'>,
  state: NonNullable<QuoteFilter['state']>,
  now: Date,
) {
  const ofState = eb('quotes.state', '=', stored(state))
  if (state === 'expired') return and([ofState, eb('quotes.valid_until', '<', now.toISOString())])
  if (state !== 'open') return ofState
  const oldest = new Date(now.getTime() - (mostQuoteDays + 1) * dayMs).toISOString()
  return and([
    ofState,
    eb('quotes.created_at', '>=', oldest),
    eb('quotes.valid_until', '>=', now.toISOString()),
  ])
}

function stored(state: NonNullable<QuoteFilter['state']>): QuoteRow['state'] {
  return state === 'open' || state === 'expired' ? 'waiting' : state
}
