import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { ListedLicence } from '#shared/desk/licence-answers.ts'
import type { LicenceListQuery } from '#shared/desk/requests/licences.ts'
import { type FieldOf, fieldOf, type LicenceSort } from '#shared/desk/sorts.ts'
import { isImported, orderNumber } from '../../licences/licensing/look-up.ts'
import { machinesUsed } from '../../licences/licensing/seats.ts'
import type { Database } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { byTime, type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import type { Columns } from '../../web/http/csv.ts'
import type { Span } from '../books/sum-documents.ts'
import { findSubjects, inOrder, keyWordsOf } from '../search/match.ts'

export type LicenceFilter = Pick<LicenceListQuery, 'status' | 'q' | 'email' | 'company' | 'externalId'> & {
  /** Bounds of `updates_until`, ISO 8601 UTC, both inclusive. */
  endsFrom?: string | undefined
  endsTo?: string | undefined
  bought?: Span | undefined
  ids?: string[] | undefined
  /** Has a machine active since `since` that runs this version; null for machines that sent none. */
  running?: { version: string | null; since: string } | undefined
  /** Secrets for finding a licence by part of its key. */
  secrets?: Secrets | undefined
}

const columns: Record<FieldOf<LicenceSort>, SortColumns> = {
  createdAt: byTime,
  updatesUntil: { updates_until: 'updates_until', id: 'id' },
}

/** Sorts and filters by indexes alone. */
export async function listLicencesPage(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: LicenceFilter,
  page: Page<LicenceSort>,
) {
  const known = await withoutRareVersion(database, filter)
  const rows = await (known.q ? find(database, known, known.q, page) : list(database, known, page))
  return toPage(rows, columns[fieldOf(page.sort)], page)
}

const mostOfRareVersion = 1000

/** A common version fills a page quickly. A rare one is looked up first, to avoid a scan of all licences. */
async function withoutRareVersion(
  { reader }: Pick<Database, 'reader'>,
  { running, ...filter }: LicenceFilter,
): Promise<LicenceFilter> {
  if (running === undefined) return filter
  const rows = await reader
    .selectFrom('activations')
    .select('licence_id')
    .distinct()
    .where((eb) => isRunning(eb, running))
    .limit(mostOfRareVersion + 1)
    .execute()
  if (rows.length > mostOfRareVersion) return { ...filter, running }
  const ids = rows.map(({ licence_id }) => licence_id)
  return { ...filter, ids: filter.ids?.filter((id) => ids.includes(id)) ?? ids }
}

function isRunning(
  { and, eb }: ExpressionBuilder<Schema, 'activations'>,
  { version, since }: NonNullable<LicenceFilter['running']>,
) {
  return and([
    eb('app_version', version === null ? 'is' : '=', version),
    eb('released_at', 'is', null),
    eb('seen_at', '>=', since),
  ])
}

async function find(
  database: Pick<Database, 'reader' | 'engine'>,
  filter: LicenceFilter,
  text: string,
  { after, limit }: Page,
) {
  const { status, secrets } = filter
  const words = keyWordsOf(text, secrets)
  if (words.length === 0) return []
  const among = isAmong(filter)
  const ids = await findSubjects(database, {
    kind: 'licence',
    words,
    facets: status ? [[status]] : [],
    before: after?.id,
    where:
      among &&
      sql`search_entries.subject in ${database.reader.selectFrom('licences').select('id').where(among)}`,
    limit: limit + 1,
  })
  if (ids.length === 0) return []
  return inOrder(ids, await selectListedLicences(database).where('id', 'in', ids).execute())
}

function list(database: Pick<Database, 'reader'>, filter: LicenceFilter, page: Page<LicenceSort>) {
  const { status } = filter
  let query = selectListedLicences(database)
  const among = isAmong(filter)
  if (among) query = query.where(among)
  if (status) query = query.where('status', '=', status)
  return readSorted(query, columns[fieldOf(page.sort)], page)
}

/** Leaves status and text to the caller. Undefined if the filter sets nothing else. */
function isAmong({ email, company, externalId, endsFrom, endsTo, bought, ids, running }: LicenceFilter) {
  const licence = expressionBuilder<Schema, 'licences'>()
  const { and, eb, exists, selectFrom } = licence
  const conditions = [
    ...(email === undefined ? [] : [sameEmail('email', email)]),
    ...(company === undefined ? [] : [eb('licensed_company', '=', company)]),
    ...(externalId === undefined ? [] : [eb('external_id', '=', externalId)]),
    ...(endsFrom === undefined ? [] : [eb('updates_until', '>=', endsFrom)]),
    ...(endsTo === undefined ? [] : [eb('updates_until', '<=', endsTo)]),
    ...(bought === undefined ? [] : [isBought(bought)(licence)]),
    ...(ids === undefined ? [] : [eb('id', 'in', ids.length > 0 ? ids : [''])]),
    ...(running === undefined
      ? []
      : [
          exists(
            selectFrom('activations')
              .select('activations.id')
              .whereRef('licence_id', '=', 'licences.id')
              .where((activation) => isRunning(activation, running)),
          ),
        ]),
  ]
  return conditions.length > 0 ? and(conditions) : undefined
}

/** Paid within this span and not revoked. Trends counts these, and links to their list. */
export function isBought({ from, to }: Omit<Span, 'name'>) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'licences'>) =>
    and([
      eb('created_at', '>=', from),
      eb('created_at', '<', to),
      eb('order_line_id', 'is not', null),
      eb('status', '!=', 'revoked'),
    ])
}

export function selectListedLicences({ reader }: Pick<Database, 'reader'>) {
  return reader.selectFrom('licences').selectAll().select(machinesUsed).select(orderNumber).select(isImported)
}

export function viewLicenceRow(
  row: LicenceRow & { used: number; isImported: number | boolean },
): ListedLicence {
  return {
    id: row.id,
    keyHint: row.key_hint,
    sku: row.sku,
    plan: row.plan,
    status: row.status,
    suspendedBy: row.suspended_by,
    seats: { limit: row.seat_limit, used: row.used },
    updatesUntil: row.updates_until,
    licensedTo: { name: row.licensed_name, companyName: row.licensed_company },
    email: shownEmail(row.email),
    createdAt: row.created_at,
    movedAt: row.moved_at,
    isImported: Boolean(row.isImported),
  }
}

export const licenceColumns: Columns<ListedLicence> = {
  id: ({ id }) => id,
  plan: ({ plan }) => plan,
  key: ({ keyHint }) => keyHint,
  state: ({ status }) => status,
  name: ({ licensedTo }) => licensedTo.name,
  company: ({ licensedTo }) => licensedTo.companyName,
  email: ({ email }) => email,
  machines: ({ seats }) => seats.used,
  of: ({ seats }) => seats.limit,
  issued: ({ createdAt }, timeZone) => dayIn(timeZone, createdAt),
  'updates until': ({ updatesUntil }, timeZone) => dayIn(timeZone, updatesUntil),
}
