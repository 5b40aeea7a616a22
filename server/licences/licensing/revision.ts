import { createHash } from 'node:crypto'
import { findLatestAct } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { AppError } from '../../web/http/errors.ts'

/** Changes with a licence's terms and holder, but not with its machines. */
export function revisionOf(licence: LicenceRow): string {
  const { key_hint, sku, plan, seat_limit, updates_until, status, suspended_by, moved_at } = licence
  const { licensed_name, licensed_company, email, entitlements, offline_days } = licence
  const rights = [entitlements, offline_days, licence.external_id, licence.metadata]
  const terms = [key_hint, sku, plan, seat_limit, updates_until, status, suspended_by, ...rights]
  const holder = [licensed_name, licensed_company, email, moved_at]
  return createHash('sha256')
    .update(JSON.stringify([terms, holder]))
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
