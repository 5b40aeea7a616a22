import { addDays, type Day, dayIn, dayMs, startOfDay } from '#shared/calendar/calendar.ts'
import type { Site } from '#shared/seller/site.ts'
import { notifyOwner } from '../../messages/mail/notify-owner.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { pageSize, readBatches } from '../../runtime/db/read-batches.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Moment } from '../../runtime/moment.ts'

type Rules = Pick<Site, 'licensing' | 'company' | 'notifications'>

/** Number of machines that a licence may activate within `movesDays`. */
function movesAllowed(
  { seat_limit: seats }: Pick<LicenceRow, 'seat_limit'>,
  { licensing: { movesPerSeat, movesAtLeast } }: Rules,
): number {
  return Math.max(seats * movesPerSeat, movesAtLeast)
}

type TooManyMoves = {
  machines: number
  /** First day on which a new machine may activate, in the company's time zone. */
  until: Day
}

/**
 * Known machines never wait. Lock the licence first, so that parallel activations can't all pass.
 * @returns null if a new machine may activate
 */
export async function findTooManyMoves(
  trx: Trx,
  licence: LicenceRow,
  machineId: string,
  { site, now }: { site: Rules; now: Date },
): Promise<TooManyMoves | null> {
  const machines = await trx
    .selectFrom('activations')
    .where('licence_id', '=', licence.id)
    .groupBy('machine_id')
    .select(({ fn }) => ['machine_id', fn.max('activated_at').as('latest')])
    .orderBy('latest')
    .execute()
  if (machines.some(({ machine_id }) => machine_id === machineId)) return null
  const since = windowStart(site, now)
  const recent = machines.filter(({ latest }) => latest >= since)
  const next = recent[recent.length - movesAllowed(licence, site)]
  if (!next) return null
  const day = dayIn(site.company.timeZone, next.latest)
  return { machines: recent.length, until: addDays(day, site.licensing.movesDays) }
}

/** Mails once per licence and window, however many machines are refused. */
export async function notifyOwnerOfMoves(
  trx: Trx,
  licence: LicenceRow,
  { machines, until }: TooManyMoves,
  { site, ...moment }: Moment & { site: Rules },
): Promise<void> {
  const window = Math.floor(moment.now.getTime() / (site.licensing.movesDays * dayMs))
  const { id, plan, key_hint: keyHint, licensed_company, licensed_name } = licence
  const mail = {
    kind: 'licence_busy' as const,
    dedupeKey: `licence:${id}:busy:${window}`,
    params: { id, plan, keyHint, licensedTo: licensed_company ?? licensed_name, machines, until },
  }
  await notifyOwner(trx, 'problem', mail, { site, ...moment })
}

type BusyLicence = { id: string; machines: number; allowed: number }

/** Licences that have used three quarters of their allowed machines. */
export async function findBusyLicences(db: Db, site: Rules, now: Date): Promise<BusyLicence[]> {
  const busyFrom = (allowed: number) => Math.ceil((allowed * 3) / 4)
  const least = busyFrom(site.licensing.movesAtLeast)
  const all = await machinesOfLicences(db, windowStart(site, now))
  const moving = [...all].filter(([, machines]) => machines.size >= least)
  if (moving.length === 0) return []
  const ids = moving.map(([id]) => id)
  const licences = await db
    .selectFrom('licences')
    .select(['id', 'seat_limit'])
    .where('id', 'in', ids)
    .execute()
  const allowed = new Map(licences.map((licence) => [licence.id, movesAllowed(licence, site)]))
  return moving
    .map(([id, machines]) => ({ id, machines: machines.size, allowed: allowed.get(id) ?? 0 }))
    .filter((licence) => licence.machines >= busyFrom(licence.allowed))
}

async function machinesOfLicences(db: Db, since: string): Promise<Map<string, Set<string>>> {
  const start = { activated_at: since, licence_id: '', machine_id: '' }
  const pages = readBatches(start, ({ activated_at, licence_id, machine_id }) =>
    db
      .selectFrom('activations')
      .select(['activated_at', 'licence_id', 'machine_id'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('activated_at', 'licence_id', 'machine_id'),
          '>',
          tuple(activated_at, licence_id, machine_id),
        ),
      )
      .orderBy('activated_at')
      .orderBy('licence_id')
      .orderBy('machine_id')
      .limit(pageSize)
      .execute(),
  )
  const machines = new Map<string, Set<string>>()
  for await (const page of pages) {
    for (const { licence_id, machine_id } of page) {
      const known = machines.get(licence_id)
      if (known) known.add(machine_id)
      else machines.set(licence_id, new Set([machine_id]))
    }
  }
  return machines
}

/** An activation counts for `movesDays` days, including its own. */
function windowStart({ company: { timeZone }, licensing: { movesDays } }: Rules, now: Date): string {
  return startOfDay(timeZone, addDays(dayIn(timeZone, now), 1 - movesDays)).toISOString()
}
