import type { LicenceRow as DeskLicenceRow } from '#shared/desk/licence-answers.ts'
import type { Database } from '../../db/database.ts'
import { before, type Cursor, toPage } from '../../db/keyset.ts'
import type { LicenceRow } from '../../db/rows/licences.ts'
import { machinesUsed } from '../../licensing/seats.ts'
import { findSubjects, inOrder, wordsOf } from '../search/match.ts'

export type LicenceFilter = { status?: LicenceRow['status'] | undefined; q?: string | undefined }

type Page = { after: Cursor | null; limit: number }

/** Newest first. Uses indexes alone. */
export async function listLicencesPage(
  database: Pick<Database, 'reader' | 'engine'>,
  { status, q }: LicenceFilter,
  page: Page,
) {
  const rows = await (q ? find(database, status, q, page) : list(database, status, page))
  return toPage(rows, page.limit, ({ created_at, id }) => ({ at: created_at, id }))
}

type Status = LicenceFilter['status']

async function find(
  database: Pick<Database, 'reader' | 'engine'>,
  status: Status,
  text: string,
  { after, limit }: Page,
) {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const facets = status ? [[status]] : []
  const wanted = { kind: 'licence' as const, words, facets, before: after?.id, limit: limit + 1 }
  const ids = await findSubjects(database, wanted)
  if (ids.length === 0) return []
  return inOrder(ids, await select(database).where('id', 'in', ids).execute())
}

function list(database: Pick<Database, 'reader'>, status: Status, { after, limit }: Page) {
  let query = select(database)
  if (status) query = query.where('status', '=', status)
  if (after) query = query.where((eb) => before(eb, after, 'created_at'))
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

function select({ reader }: Pick<Database, 'reader'>) {
  return reader.selectFrom('licences').selectAll().select(machinesUsed)
}

export function viewLicenceRow(row: LicenceRow & { used: number }): DeskLicenceRow {
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
    email: row.email,
    createdAt: row.created_at,
    movedAt: row.moved_at,
  }
}
