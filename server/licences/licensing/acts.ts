import { isDeepStrictEqual } from 'node:util'
import { type Day, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { AuditAct } from '#shared/desk/audit-words.ts'
import type { Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { AppContext, Clock, Data, Keys, Post } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { newId } from '../../runtime/ids.ts'
import type { HeldSecrets } from '../../runtime/keys/data-secret.ts'
import { momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalid, invalidField } from '../../web/http/parse.ts'
import type { Bind } from '../../web/idempotency/keys.ts'
import { endEnrolments, enrolmentNotFound, makeEnrolment } from './enrolments.ts'
import { statusActs, statusesBefore } from './issue.ts'
import { enqueueLicenceChanged, type LicenceWebhookContext } from './licence-webhooks.ts'
import { lockLicence } from './licences.ts'
import { giveLicences, mailMove } from './moves-by-mail.ts'
import { refusalOf } from './refusals.ts'
import { replaceKeyOf } from './replace-key.ts'
import { requireLicenceRevision } from './revision.ts'
import { detailColumns, type LicenceDetails, viewDetails } from './rights.ts'
import { forgetMachines, machinesOn, releaseSeat, toActivation } from './seats.ts'

type LicenceActs = Data &
  Keys &
  Clock &
  Post & {
    library: { typed: Pick<AppContext['library']['typed'], 'site' | 'pricing'> }
  }

export type By = {
  /** Recorded in the history, like `reason`. */
  who: string
  reason?: string | undefined
  /** Revision that the person saw. Without it, any revision is accepted. */
  revision?: string | undefined
  /** Called inside the act's transaction, with the id of what it made or changed. */
  bind?: Bind | undefined
}

export type Acting = { trx: Trx; licence: LicenceRow; secrets: HeldSecrets; context: Context }
type Context = LicenceWebhookContext & { site: Site }
/** @property made id of what the act made, if not the licence's */
type Change = { act: AuditAct; before?: object; after?: object; made?: string }

/**
 * Locks the licence and records the act's changes.
 * @param run returns null if nothing changed
 * @throws AppError 404 `licence_not_found`, 409 `changed_meanwhile`
 */
async function actOn(
  ctx: LicenceActs,
  id: string,
  { who, reason, revision, bind }: By,
  run: (acting: Acting) => Promise<Change | null>,
): Promise<void> {
  const { db } = ctx.database
  const { site, pricing } = ctx.library.typed
  const context = { site, pricing, ...momentOf(ctx) }
  await db.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    const found = await trx.selectFrom('licences').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw new AppError(404, 'licence_not_found', 'There is no such licence.')
    const licence = await lockLicence(trx, id)
    await requireLicenceRevision(trx, licence, revision)
    const { made = id, ...change } = (await run({ trx, licence, secrets, context })) ?? {}
    await bind?.(trx, made)
    if (!('act' in change)) return
    const after = { ...change.after, ...(reason && { reason }) }
    await recordAudit(trx, { who, subject: id, ...change, after }, context)
    await enqueueLicenceChanged(trx, licence, await lockLicence(trx, id), context)
  })
  ctx.outbox.nudge()
}

/** Repeating it changes nothing. @throws AppError 409 `licence_final` for an impossible transition */
export function setStatus(ctx: LicenceActs, id: string, status: LicenceRow['status'], by: By): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence }) => {
    const isByOperator = status !== 'suspended' || licence.suspended_by === 'operator'
    if (licence.status === status && isByOperator) return null
    const isPossible = licence.status === status || statusesBefore[status].includes(licence.status)
    if (!isPossible) {
      throw new AppError(409, 'licence_final', `${id} is ${licence.status}, and that is for good.`)
    }
    const suspended_by = status === 'suspended' ? ('operator' as const) : null
    await trx.updateTable('licences').set({ status, suspended_by }).where('id', '=', id).execute()
    return { act: statusActs[status], before: { status: licence.status }, after: { status } }
  })
}

/**
 * Frees a seat.
 * @param machine id of the machine or its activation
 * @throws AppError 404 `activation_not_found`
 */
export function release(ctx: LicenceActs, id: string, machine: string, by: By): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence, context }) => {
    const machines = await machinesOn(trx, id)
    const held = machines.find(({ id, machine_id }) => [id, machine_id].includes(machine))
    if (!held) throw new AppError(404, 'activation_not_found', 'No such machine holds a seat.')
    await releaseSeat(trx, licence, { activationId: held.id }, context)
    const { id: activationId, machineName: name } = toActivation(held)
    return { act: 'licence.machine_released', before: { activationId, name } }
  })
}

/** Deletes a licence's past machines, so that new ones needn't wait. @returns number deleted */
export async function forget(ctx: LicenceActs, id: string, by: By): Promise<number> {
  let forgotten = 0
  await actOn(ctx, id, by, async ({ trx }) => {
    forgotten = await forgetMachines(trx, id)
    return forgotten === 0 ? null : { act: 'licence.machines_forgotten', before: { machines: forgotten } }
  })
  return forgotten
}

/** @throws AppError 403 for a suspended or revoked licence, 429 `key_replaced_today` */
export function replaceKey(ctx: LicenceActs, id: string, by: By): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const { keyHint } = await replaceKeyOf(trx, licence, { secrets, ...context })
    return { act: 'licence.key_replaced', before: { keyHint: licence.key_hint }, after: { keyHint } }
  })
}

/** @throws AppError 403 for a suspended or revoked licence, 422 for a day in the past */
export function enrol(
  ctx: LicenceActs,
  id: string,
  wanted: { seats: number; lastDay: Day },
  by: By,
): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const made = await makeEnrolment(trx, licence, wanted, { secrets, who: by.who, ...context })
    return { act: 'licence.enrolment_made', after: { ...wanted, token: made.token_hint }, made: made.id }
  })
}

/** @throws AppError 404 `enrolment_not_found` */
export function endEnrolment(ctx: LicenceActs, id: string, enrolmentId: string, by: By): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, context: { now } }) => {
    const [ended] = await endEnrolments(trx, id, { id: enrolmentId, now })
    if (!ended) throw enrolmentNotFound()
    return { act: 'licence.enrolment_ended', before: { token: ended.token_hint } }
  })
}

/** Active machines keep their seats even above a lower limit. */
export function setSeats(ctx: LicenceActs, id: string, limit: number, by: By): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence }) => {
    if (licence.seat_limit === limit) return null
    await trx.updateTable('licences').set({ seat_limit: limit }).where('id', '=', id).execute()
    return { act: 'licence.seats_set', before: { seats: licence.seat_limit }, after: { seats: limit } }
  })
}

/**
 * @param until last day of updates in the company's time zone
 * @throws AppError 422 for a day before the licence was issued
 */
export function setUpdatesUntil(ctx: LicenceActs, id: string, until: Day, by: By): Promise<void> {
  const { timeZone } = ctx.library.typed.site.company
  const updatesUntil = endOfDay(timeZone, until).toISOString()
  return actOn(ctx, id, by, async ({ trx, licence }) => {
    const issuedOn = dayIn(timeZone, licence.created_at)
    if (until < issuedOn) {
      const detail = `The licence was issued on ${issuedOn}, after that day.`
      throw invalidField('/updatesUntil', detail)
    }
    if (licence.updates_until === updatesUntil) return null
    await trx.updateTable('licences').set({ updates_until: updatesUntil }).where('id', '=', id).execute()
    const before = { updatesUntil: licence.updates_until }
    return { act: 'licence.updates_until_set', before, after: { updatesUntil } }
  })
}

/** Absent members stay unchanged. @throws AppError as `actOn` does */
export function setDetails(ctx: LicenceActs, id: string, wanted: LicenceDetails, by: By): Promise<void> {
  const { pricing } = ctx.library.typed
  return actOn(ctx, id, by, async ({ trx, licence }) => {
    const set = detailColumns(licence.sku, wanted, pricing)
    const [before, after] = [viewDetails(licence, pricing), viewDetails({ ...licence, ...set }, pricing)]
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => !isDeepStrictEqual(before[name], after[name]),
    )
    if (changed.length === 0) return null
    await trx.updateTable('licences').set(set).where('id', '=', id).execute()
    const only = (all: typeof after) => Object.fromEntries(changed.map((name) => [name, all[name]]))
    return { act: 'licence.details_set', before: only(before), after: only(after) }
  })
}

/**
 * Moves a licence at once; earlier undo links stop working. Mails both addresses.
 * @param wanted unless `keepKey` is set, the licence gets a new key, mailed to its new owner
 * @throws AppError 422 for its own address, 403 for a suspended or revoked licence
 */
export function move(
  ctx: LicenceActs,
  id: string,
  { email, keepKey }: { email: string; keepKey: boolean },
  by: By,
): Promise<void> {
  return actOn(ctx, id, by, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const [from, to] = [foldEmail(licence.email), foldEmail(email)]
    if (from === to) {
      const detail = 'That is the address it belongs to already.'
      throw invalid([{ pointer: '/email', code: 'same_email', detail }])
    }
    const now = context.now.toISOString()
    const moved = {
      id: newId('move', context),
      from_email: from,
      to_email: to,
      licence_ids: JSON.stringify([id]),
      keeps_key: Number(keepKey),
      started_at: now,
      accepted_at: now,
      confirmed_at: now,
    }
    await trx.insertInto('licence_moves').values(moved).execute()
    const given = await giveLicences(trx, moved, { from, to }, { ...by, secrets, ...context })
    const told = { given, byStaff: true }
    await mailMove(trx, moved, { kind: 'move_done', recipient: from, ...told }, context)
    await mailMove(trx, moved, { kind: 'move_arrived', recipient: to, ...told }, context)
    return null
  })
}

/** @throws AppError 403 `licence_suspended`, `licence_revoked` */
export function requireActive({ status }: LicenceRow): void {
  if (status !== 'active') throw refusalOf({ refused: `licence_${status}` })
}
