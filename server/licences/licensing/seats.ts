import { sql } from 'kysely'
import type { Activation } from '#shared/licensing/answers.ts'
import type { ActivationRequest, DeactivationRequest } from '#shared/licensing/requests.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { ActivationRow, EnrolmentRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { enqueueActivationReleased, type LicenceWebhookContext } from './licence-webhooks.ts'

type Visit = Pick<ActivationRequest, 'machine' | 'appVersion'> & { enrolmentId?: string | undefined }

/**
 * Gives the seat of `previousId` to the same machine under its new id. A seat is carried over once; otherwise
 * a licence could pass between machines without counting as moved. Lock the licence first.
 * @param enrolment limits this to seats taken with its token
 */
export async function carrySeat(
  db: Db,
  licenceId: string,
  { id, previousId }: ActivationRequest['machine'],
  enrolment: Pick<EnrolmentRow, 'id'> | null,
): Promise<void> {
  if (previousId === undefined || previousId === id) return
  const machines = await machinesOn(db, licenceId)
  const previous = machines.find(({ machine_id }) => machine_id === previousId)
  if (!previous || previous.carried_from !== null || machines.some(({ machine_id }) => machine_id === id))
    return
  if (enrolment && previous.enrolment_id !== enrolment.id) return
  await forgetMachines(db, licenceId, id)
  await db
    .updateTable('activations')
    .set({ machine_id: id, carried_from: previousId })
    .where('id', '=', previous.id)
    .execute()
}

/**
 * Finds the machine's seat or takes the lowest free one; null if all are taken. Unique indexes prevent races,
 * and the loser looks again.
 */
export async function takeSeat(
  db: Db,
  licence: LicenceRow,
  visit: Visit,
  moment: Moment,
): Promise<{ activation: ActivationRow; created: boolean } | null> {
  for (;;) {
    const machines = await machinesOn(db, licence.id)
    const own = machines.find(({ machine_id }) => machine_id === visit.machine.id)
    if (own) return { activation: await welcomeBack(db, own, visit, moment.now), created: false }
    const seat = lowestFreeSeat(machines, licence.seat_limit)
    if (seat === null) return null
    // Keeps one row per machine, so that repeated toggling doesn't fill the table.
    await forgetMachines(db, licence.id, visit.machine.id)
    const inserted = await db
      .insertInto('activations')
      .values(newActivation(licence, seat, visit, moment))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return { activation: inserted, created: true }
  }
}

/** Longest active first. */
export function machinesOn(db: Db, licenceId: string): Promise<ActivationRow[]> {
  return db
    .selectFrom('activations')
    .selectAll()
    .where('licence_id', '=', licenceId)
    .where('released_at', 'is', null)
    .orderBy('activated_at')
    .orderBy('seat')
    .execute()
}

/** Column for queries on licences. */
export const machinesUsed = sql<number>`(
  select count(*) from activations where licence_id = licences.id and released_at is null
)`.as('used')

export type Seated = Pick<DeactivationRequest, 'machineId' | 'activationId'>

/** Also sends webhooks. @returns whether the machine held a seat */
export async function releaseSeat(
  trx: Trx,
  licence: LicenceRow,
  { activationId, machineId = '' }: Partial<Seated>,
  context: LicenceWebhookContext,
): Promise<boolean> {
  const [column, value] =
    activationId === undefined ? (['machine_id', machineId] as const) : (['id', activationId] as const)
  const releasedAt = context.now.toISOString()
  const released = await trx
    .updateTable('activations')
    .set({ released_at: releasedAt })
    .where('licence_id', '=', licence.id)
    .where('released_at', 'is', null)
    .where(column, '=', value)
    .returningAll()
    .executeTakeFirst()
  if (released) await enqueueActivationReleased(trx, { ...released, releasedAt }, licence, context)
  return released !== undefined
}

/** Deletes released activations. @param machineId limits it to one machine @returns number deleted */
export async function forgetMachines(db: Db, licenceId: string, machineId?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('activations')
    .where('licence_id', '=', licenceId)
    .where('released_at', 'is not', null)
    .$if(machineId !== undefined, (query) => query.where('machine_id', '=', String(machineId)))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function markSeen(db: Db, id: string, appVersion: string | undefined, now: Date): Promise<void> {
  await db
    .updateTable('activations')
    .set({ seen_at: now.toISOString(), ...(appVersion && { app_version: appVersion }) })
    .where('id', '=', id)
    .execute()
}

export function toActivation({ id, machine_name, machine_id, activated_at }: ActivationRow): Activation {
  return { id, machineName: machine_name || machine_id, activatedAt: activated_at }
}

function lowestFreeSeat(machines: ActivationRow[], limit: number): number | null {
  // Counts machines, because a lowered limit leaves machines above it.
  if (machines.length >= limit) return null
  const taken = new Set(machines.map(({ seat }) => seat))
  return Array.from({ length: limit }, (_, seat) => seat).find((seat) => !taken.has(seat)) ?? null
}

async function welcomeBack(db: Db, own: ActivationRow, { machine, appVersion }: Visit, now: Date) {
  const told = {
    machine_name: machine.name ?? own.machine_name,
    machine_os: machine.os ?? own.machine_os,
    app_version: appVersion ?? own.app_version,
    seen_at: now.toISOString(),
  }
  await db.updateTable('activations').set(told).where('id', '=', own.id).execute()
  return { ...own, ...told }
}

function newActivation(
  licence: LicenceRow,
  seat: number,
  { machine, appVersion, enrolmentId }: Visit,
  { now, random }: Moment,
) {
  return {
    id: newId('act', { now, random }),
    licence_id: licence.id,
    seat,
    machine_id: machine.id,
    machine_name: machine.name ?? null,
    machine_os: machine.os ?? null,
    app_version: appVersion ?? null,
    activated_at: now.toISOString(),
    seen_at: now.toISOString(),
    enrolment_id: enrolmentId ?? null,
  }
}
