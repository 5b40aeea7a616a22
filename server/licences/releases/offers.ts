import { offerAs, type ReleaseOffer } from '#shared/releases/release-offers.ts'
import type { Release } from '#shared/releases/releases.ts'
import type { Library } from '../../content/library.ts'
import type { Data } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { ReleaseOfferRow } from '../../runtime/db/rows/releases.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'

export function readOfferRows(db: Db): Promise<ReleaseOfferRow[]> {
  return db.selectFrom('release_offers').selectAll().orderBy('version').execute()
}

export function toOffer({ version, rollout, filed_rollout, withdrawn }: ReleaseOfferRow): ReleaseOffer {
  return { version, rollout, filedRollout: filed_rollout, withdrawn: withdrawn === 1 }
}

/** Has this process offer what was pressed at any. */
export async function takeUpOffers({
  database,
  library,
}: Data & { library: Pick<Library, 'offer'> }): Promise<void> {
  library.offer((await readOfferRows(database.db)).map(toOffer))
}

/**
 * Overrides a release's file, which no act can write where several machines serve the site.
 * @param filed as its file says
 * @throws AppError 409 `release_withdrawn`
 */
export async function changeOffer(
  trx: Trx,
  filed: Release,
  { who, ...change }: { who: string; rollout?: number; withdrawn?: true },
  moment: Moment,
): Promise<void> {
  const { version } = filed
  const rows = await trx.selectFrom('release_offers').selectAll().where('version', '=', version).execute()
  const { rollout = 100, withdrawn = false } = offerAs(filed, rows.map(toOffer))
  if (withdrawn && change.withdrawn) return
  if (withdrawn)
    throw new AppError(
      409,
      'release_withdrawn',
      `Version ${version} is withdrawn. One that is offered again needs a new number.`,
    )
  const filed_rollout = filed.rollout ?? 100
  const by = { changed_by: who, changed_at: moment.now.toISOString() }
  // Whoever withdraws at the same time isn't overruled.
  const set = change.withdrawn
    ? { withdrawn: 1, ...by }
    : { rollout: change.rollout ?? rollout, filed_rollout, ...by }
  await trx
    .insertInto('release_offers')
    .values({ version, rollout, filed_rollout, withdrawn: 0, ...set })
    .onConflict((conflict) => conflict.column('version').doUpdateSet(set))
    .execute()
  const act = change.withdrawn ? 'release.withdrawn' : 'release.rolled_out'
  const changed = change.withdrawn ? {} : { before: { rollout }, after: { rollout: change.rollout } }
  await recordAudit(trx, { who, act, subject: version, ...changed }, moment)
}
