import type { ShopContext } from '../../../context.ts'
import { spendMailLink } from '../../../people/sign-in/mail-links.ts'
import type { Trx } from '../../../runtime/db/database.ts'
import type { LicenceMoveRow } from '../../../runtime/db/rows/licences.ts'
import { momentOf } from '../../../runtime/moment.ts'
import { type Giving, giveLicences, mailMove } from '../../licensing/moves-by-mail.ts'

/** In order; each mail contains one of these links. */
const movePurposes = ['move.accept', 'move.confirm', 'move.undo'] as const

export type MoveStep = (typeof movePurposes)[number]

/**
 * The new address accepts a move, then the old one confirms or undoes it.
 * @param token untrusted
 * @returns null for an invalid or used link
 */
export async function followMove(ctx: ShopContext, token: string): Promise<MoveStep | null> {
  const { site, pricing } = ctx.library.typed
  const moment = { site, pricing, ...momentOf(ctx) }
  const step = await ctx.database.db.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    const link = await spendMailLink(trx, token, movePurposes, moment.now)
    const move = link?.subject ? await lockMove(trx, link.subject) : undefined
    if (!link || !move) return null
    const purpose = link.purpose as MoveStep
    return (await steps[purpose](trx, move, { who: 'customer', secrets, ...moment })) ? purpose : null
  })
  ctx.outbox.nudge()
  return step
}

/** Each returns whether there was anything to do. */
type Step = (trx: Trx, move: LicenceMoveRow, giving: Giving) => Promise<boolean>

const steps: Record<MoveStep, Step> = {
  async 'move.accept'(trx, move, giving) {
    if (move.accepted_at) return false
    await mark(trx, move, { accepted_at: giving.now.toISOString() })
    await mailMove(trx, move, { kind: 'move_accepted', recipient: move.from_email }, giving)
    return true
  },

  async 'move.confirm'(trx, move, giving) {
    if (!move.accepted_at || move.confirmed_at) return false
    const { from_email: from, to_email: to, started_at: askedAt } = move
    const given = await giveLicences(trx, move, { from, to, askedAt }, giving)
    if (given.length === 0) return false
    await mark(trx, move, { confirmed_at: giving.now.toISOString() })
    await mailMove(trx, move, { kind: 'move_done', recipient: from, given }, giving)
    await mailMove(trx, move, { kind: 'move_arrived', recipient: to, given }, giving)
    return true
  },

  /** Skips licences that aren't active or have moved again, so that support's move stays. */
  async 'move.undo'(trx, move, giving) {
    if (!move.confirmed_at || move.undone_at) return false
    const { from_email: to, to_email: from, confirmed_at: since } = move
    const given = await giveLicences(trx, move, { from, to, since }, giving)
    if (given.length === 0) return false
    await mark(trx, move, { undone_at: giving.now.toISOString() })
    for (const recipient of [to, from]) {
      await mailMove(trx, move, { kind: 'move_undone', recipient, given }, giving)
    }
    return true
  },
}

/** An update without changes locks the row on both engines. */
function lockMove(trx: Trx, id: string): Promise<LicenceMoveRow | undefined> {
  return trx
    .updateTable('licence_moves')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

async function mark(trx: Trx, { id }: LicenceMoveRow, change: Partial<LicenceMoveRow>): Promise<void> {
  await trx.updateTable('licence_moves').set(change).where('id', '=', id).execute()
}
