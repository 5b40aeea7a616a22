import type { ShopContext } from '../../context.ts'
import type { Trx } from '../../db/database.ts'
import type { LicenceMoveRow } from '../../db/rows/licences.ts'
import { giveLicences, mailMove } from '../../licensing/moves-by-mail.ts'
import { momentOf } from '../../moment.ts'
import { spendMailLink } from '../../sign-in/mail-links.ts'
import type { WebhookContext } from '../../webhooks/queue.ts'

/** In order: each mail carries one of these links. */
const movePurposes = ['move.accept', 'move.confirm', 'move.undo'] as const

export type MoveStep = (typeof movePurposes)[number]

/** The new address accepts a move, then the old one confirms or undoes it. @param token untrusted @returns null for a dead link */
export async function followMove(ctx: ShopContext, token: string): Promise<MoveStep | null> {
  const moment = { site: ctx.library.typed.site, ...momentOf(ctx) }
  const step = await ctx.database.db.transaction().execute(async (trx) => {
    const link = await spendMailLink(trx, token, movePurposes, moment.now)
    const move = link?.subject ? await lockMove(trx, link.subject) : undefined
    if (!link || !move) return null
    const purpose = link.purpose as MoveStep
    return (await steps[purpose](trx, move, moment)) ? purpose : null
  })
  ctx.outbox.nudge()
  return step
}

/** Each says whether there was anything to do. */
type Step = (trx: Trx, move: LicenceMoveRow, moment: WebhookContext) => Promise<boolean>

const steps: Record<MoveStep, Step> = {
  async 'move.accept'(trx, move, moment) {
    if (move.accepted_at) return false
    await mark(trx, move, { accepted_at: moment.now.toISOString() })
    await mailMove(trx, move, 'move_accepted', move.from_email, moment)
    return true
  },

  async 'move.confirm'(trx, move, moment) {
    if (!move.accepted_at || move.confirmed_at) return false
    const moved = await giveLicences(
      trx,
      move,
      { from: move.from_email, to: move.to_email },
      { who: 'customer', ...moment },
    )
    if (moved === 0) return false
    await mark(trx, move, { confirmed_at: moment.now.toISOString() })
    await mailMove(trx, move, 'move_done', move.from_email, moment)
    await mailMove(trx, move, 'move_arrived', move.to_email, moment)
    return true
  },

  /** Needs an active licence that nobody has moved since, so that support's move stays. */
  async 'move.undo'(trx, move, moment) {
    if (!move.confirmed_at || move.undone_at) return false
    const { from_email: to, to_email: from, confirmed_at: since } = move
    const undone = await giveLicences(trx, move, { from, to, since }, { who: 'customer', ...moment })
    if (undone === 0) return false
    await mark(trx, move, { undone_at: moment.now.toISOString() })
    await mailMove(trx, move, 'move_undone', move.from_email, moment)
    await mailMove(trx, move, 'move_undone', move.to_email, moment)
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
