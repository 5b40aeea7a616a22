import { offerAs, type ReleaseOffer } from '#shared/releases/release-offers.ts'
import type { Release } from '#shared/releases/releases.ts'
import type { Library } from '../../content/library.ts'
import type { Data } from '../../context.ts'
import { findLatestAct, recordAudit } from '../../runtime/audit.ts'
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

/** Applies rollout changes made in any process to this one. */
export async function takeUpOffers(ctx: Data & { library: Pick<Library, 'offer'> }): Promise<void> {
  ctx.library.offer((await readOfferRows(ctx.database.db)).map(toOffer))
}

/** Changes with each act on the release. */
export function revisionOf(row: ReleaseOfferRow | undefined): string {
  return row?.changed_at ?? 'filed'
}

type Change = { who: string } & ({ rollout: number; revision?: string | undefined } | { withdrawn: true })

/**
 * Overrides a release's file, which acts can't write if several machines serve the site. Repeating it changes
 * nothing.
 * @param filed the release in its file
 * @param change `revision` is the one that the person saw; a withdrawal needs none
 * @throws AppError 409 `release_withdrawn`, `changed_meanwhile` with the other person's name, time and act
 */
export async function changeOffer(trx: Trx, filed: Release, change: Change, moment: Moment): Promise<void> {
  const { version, rollout: filed_rollout = 100 } = filed
  const row = await readOfferRow(trx, version)
  const { rollout = 100, withdrawn = false } = offerAs(filed, row ? [toOffer(row)] : [])
  const isWithdrawal = 'withdrawn' in change
  if (withdrawn && isWithdrawal) return
  if (withdrawn)
    throw new AppError(
      409,
      'release_withdrawn',
      `Version ${version} is withdrawn. One that is offered again needs a new number.`,
    )
  if (!isWithdrawal && change.rollout === rollout) return
  if (!isWithdrawal && change.revision !== undefined && change.revision !== revisionOf(row))
    throw await changedMeanwhile(trx, version)
  const by = { changed_by: change.who, changed_at: moment.now.toISOString() }
  const set = isWithdrawal ? { withdrawn: 1, ...by } : { rollout: change.rollout, filed_rollout, ...by }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('release_offers')
    .values({ version, rollout, filed_rollout, withdrawn: 0, ...set })
    .onConflict((conflict) => {
      const update = conflict.column('version').doUpdateSet(set)
      // Another act may have written since the row was read.
      return isWithdrawal ? update : update.where('release_offers.changed_at', '=', revisionOf(row))
    })
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw await changedMeanwhile(trx, version)
  const act = isWithdrawal ? 'release.withdrawn' : 'release.rolled_out'
  const changed = isWithdrawal ? {} : { before: { rollout }, after: { rollout: change.rollout } }
  await recordAudit(trx, { who: change.who, act, subject: version, ...changed }, moment)
}

function readOfferRow(db: Db, version: string): Promise<ReleaseOfferRow | undefined> {
  return db.selectFrom('release_offers').selectAll().where('version', '=', version).executeTakeFirst()
}

async function changedMeanwhile(trx: Trx, version: string): Promise<AppError> {
  const latest = await findLatestAct(trx, version)
  const revision = revisionOf(await readOfferRow(trx, version))
  const detail = `The release ${version} has changed meanwhile. Nothing was done.`
  return new AppError(409, 'changed_meanwhile', detail, { members: { ...latest, revision } })
}
