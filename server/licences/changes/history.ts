import { z } from 'zod'
import { type Day, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import {
  type AppliedChange,
  type Change,
  changeSchema,
  type History,
  seatLimitOf,
  setByOwnerSchema,
  type Terms,
  updatesEnd,
  withSetByOwner,
} from './change.ts'

/** Columns that changes write. */
export type Changeable = Pick<LicenceRow, 'sku' | 'plan' | 'seat_limit' | 'updates_until'>

type StoredChange = AppliedChange & { lineId: string }

export type StoredHistory = History<StoredChange> & {
  /** Columns as bought. */
  columns: Changeable
  /** Current values, read together with the changes. */
  licence: { seats: number; updatesUntil: Day }
}

/** Includes what the owner set since the latest change, which isn't stored yet. */
export async function readHistory(
  db: Db,
  licence: Changeable & Pick<LicenceRow, 'id'>,
  timeZone: string,
): Promise<StoredHistory> {
  const history = await readStoredHistory(db, licence, timeZone)
  return { ...history, changes: withSetByOwner(history, history.licence) }
}

export async function readStoredHistory(
  db: Db,
  licence: Changeable & Pick<LicenceRow, 'id'>,
  timeZone: string,
): Promise<StoredHistory> {
  const rows = await db
    .selectFrom('licence_changes')
    .innerJoin('order_lines', 'order_lines.id', 'licence_changes.order_line_id')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .where('licence_changes.licence_id', '=', licence.id)
    .orderBy('licence_changes.ordinal')
    .select(['licence_changes.order_line_id', 'before', 'after', 'applied_at', 'reverted_at', 'change'])
    .select(['seat_limit', 'updates_until'])
    .execute()
  const columns = rows[0] ? (JSON.parse(rows[0].before) as Changeable) : licence
  const changes = rows.map(({ order_line_id, change, after, applied_at, reverted_at }) => ({
    lineId: order_line_id,
    change: readChange(change),
    on: dayIn(timeZone, applied_at),
    stands: reverted_at === null,
    setByOwner: afterSchema.parse(JSON.parse(after)).setByOwner,
  }))
  const { seat_limit, updates_until } = rows[0] ?? licence
  return {
    columns,
    licence: { seats: seat_limit, updatesUntil: dayIn(timeZone, updates_until) },
    bought: toTerms(columns, timeZone),
    changes: changes.toSorted((a, b) => a.on.localeCompare(b.on)),
  }
}

const afterSchema = z.object({ setByOwner: setByOwnerSchema.optional() })

/** Stores what the owner set, before another change overwrites the columns that show it. */
export async function storeSetByOwner(db: Db, { changes }: StoredHistory): Promise<void> {
  const { lineId = '', setByOwner } = changes.at(-1) ?? {}
  if (!setByOwner) return
  const row = db.selectFrom('licence_changes').select('after').where('order_line_id', '=', lineId)
  const { after } = await row.executeTakeFirstOrThrow()
  await db
    .updateTable('licence_changes')
    .set({ after: JSON.stringify({ ...JSON.parse(after), setByOwner }) })
    .where('order_line_id', '=', lineId)
    .execute()
}

/** @param json column `change` of an order line */
export function readChange(json: string | null): Change {
  return changeSchema.parse(JSON.parse(json ?? 'null'))
}

/** Keeps the exact end as bought while its day is unchanged. */
export function toColumns(terms: Terms, bought: Changeable, timeZone: string): Changeable {
  return {
    sku: terms.sku,
    plan: terms.plan,
    seat_limit: seatLimitOf(terms),
    updates_until: endOfUpdates(updatesEnd(terms), bought, timeZone),
  }
}

function endOfUpdates(day: Day, { updates_until }: Changeable, timeZone: string): string {
  return day === dayIn(timeZone, updates_until) ? updates_until : endOfDay(timeZone, day).toISOString()
}

function toTerms({ sku, plan, seat_limit, updates_until }: Changeable, timeZone: string): Terms {
  const updates = { from: dayIn(timeZone, updates_until), months: 0 }
  return { sku, plan, planSeats: seat_limit, upgradeSeats: 0, extraSeats: 0, updates, renewedMonths: 0 }
}
