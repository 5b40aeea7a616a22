import { createHash } from 'node:crypto'
import { findLatestAct } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { AppError } from '../../web/http/errors.ts'

/** The columns that an act may change. Two acts on the same state of these would undo each other. */
const isCounted: Record<keyof LicenceRow, boolean> = {
  id: false,
  order_line_id: false,
  ordinal: false,
  created_at: false,
  // A replaced key has another hint.
  key_lookup: false,
  key_cipher: false,
  key_groups: false,
  known_as: false,
  key_hint: true,
  sku: true,
  plan: true,
  seat_limit: true,
  updates_until: true,
  status: true,
  suspended_by: true,
  licensed_name: true,
  licensed_company: true,
  email: true,
  moved_at: true,
  entitlements: true,
  offline_days: true,
  external_id: true,
  metadata: true,
}
const counted = (Object.keys(isCounted) as (keyof LicenceRow)[]).filter((column) => isCounted[column])

/** Changes with a licence's terms and holder, but not with its machines. */
export function revisionOf(licence: LicenceRow): string {
  return createHash('sha256')
    .update(JSON.stringify(counted.map((column) => licence[column])))
    .digest('base64url')
    .slice(0, 16)
}

/**
 * @param revision the one that the person saw; absent to accept any
 * @throws AppError 409 `changed_meanwhile` with the other person's name, time and act
 */
export async function requireLicenceRevision(
  db: Db,
  licence: LicenceRow,
  revision: string | undefined,
): Promise<void> {
  const current = revisionOf(licence)
  if (revision === undefined || revision === current) return
  throw new AppError(409, 'changed_meanwhile', 'The licence has changed meanwhile. Nothing was done.', {
    members: { ...(await latestChange(db, licence)), revision: current },
  })
}

export type LatestChange = { at: string; who: string | null; act: string }

export async function latestChange(
  db: Db,
  { id, created_at }: Pick<LicenceRow, 'id' | 'created_at'>,
): Promise<LatestChange> {
  const act = await findLatestAct(db, id)
  const bought = await db
    .selectFrom('licence_changes')
    .select(['applied_at', 'reverted_at', 'kind'])
    .where('licence_id', '=', id)
    .execute()
  const ofOrders = bought.flatMap(({ applied_at, reverted_at, kind }) => [
    { at: applied_at, who: null, act: `licence.${kind}` },
    ...(reverted_at === null ? [] : [{ at: reverted_at, who: null, act: `licence.${kind}_reverted` }]),
  ])
  const issued: LatestChange = { at: created_at, who: null, act: 'licence.issued' }
  return [issued, ...ofOrders, ...(act ? [act] : [])].reduce((last, each) =>
    each.at < last.at ? last : each,
  )
}
