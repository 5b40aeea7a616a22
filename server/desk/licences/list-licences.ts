import type { LicenceRow as DeskLicenceRow } from '#shared/desk/licence-answers.ts'
import type { Database } from '../../db/database.ts'
import { before, type Cursor, toPage } from '../../db/keyset.ts'
import type { LicenceRow } from '../../db/rows/licences.ts'
import { machinesUsed } from '../../licensing/seats.ts'
import { chooseMatches } from '../search/match.ts'

export type LicenceFilter = { status?: LicenceRow['status'] | undefined; q?: string | undefined }

/** Newest first. Uses indexes alone. */
export async function listLicencesPage(
  database: Pick<Database, 'reader' | 'engine'>,
  { status, q }: LicenceFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  const isMatch = await chooseMatches(database, 'licence', q)
  let query = database.reader.selectFrom('licences').selectAll().select(machinesUsed)
  if (status) query = query.where('status', '=', status)
  if (isMatch) query = query.where(isMatch)
  if (after) query = query.where((eb) => before(eb, after, 'created_at'))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, ({ created_at, id }) => ({ at: created_at, id }))
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
