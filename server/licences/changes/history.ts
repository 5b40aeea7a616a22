import { type Day, dayIn, endOfDay } from '#shared/calendar/calendar.ts'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { type Change, changeSchema, type History, seatLimitOf, type Terms, updatesEnd } from './change.ts'

/** Changes write these columns. */
export type Changeable = Pick<LicenceRow, 'sku' | 'plan' | 'seat_limit' | 'updates_until'>

export type StoredHistory = History & {
  /** The columns as bought. */
  columns: Changeable
  /** The order lines of `changes`, in the same order. */
  lineIds: string[]
}

export async function readHistory(
  db: Db,
  licence: Changeable & Pick<LicenceRow, 'id'>,
  timeZone: string,
): Promise<StoredHistory> {
  const rows = await db
    .selectFrom('licence_changes')
    .innerJoin('order_lines', 'order_lines.id', 'licence_changes.order_line_id')
    .where('licence_changes.licence_id', '=', licence.id)
    .orderBy('licence_changes.ordinal')
    .select(['order_line_id', 'before', 'applied_at', 'reverted_at', 'change'])
    .execute()
  const columns = rows[0] ? (JSON.parse(rows[0].before) as Changeable) : licence
  return {
    columns,
    bought: toTerms(columns, timeZone),
    changes: rows.map(({ change, applied_at, reverted_at }) => ({
      change: readChange(change),
      on: dayIn(timeZone, applied_at),
      stands: reverted_at === null,
    })),
    lineIds: rows.map(({ order_line_id }) => order_line_id),
  }
}

/** @param json the column `change` of an order line */
export function readChange(json: string | null): Change {
  return changeSchema.parse(JSON.parse(json ?? 'null'))
}

/** While the last day stays, so does the exact end as bought. */
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
  return { sku, plan, boughtSeats: seat_limit, upgradeSeats: 0, extraSeats: 0, updates }
}
