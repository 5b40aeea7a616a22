import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { AppError } from '../http/errors.ts'

/** `revision` is the one that the person saw. Without it, any revision will do. */
export type By = { who: string; revision?: number | undefined }

/** @throws AppError 409 `changed_meanwhile` with the name, time and action of the other person */
export async function requireOrderRevision(
  db: Db,
  order: OrderRow,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === order.revision) return
  const [last] = await db
    .selectFrom('audit_entries')
    .select(['at', 'who', 'act'])
    .where('subject', '=', order.id)
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  const [event] = await db
    .selectFrom('order_events')
    .select(['at', 'event as act'])
    .where('order_id', '=', order.id)
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  const byPerson = last && (!event || last.at >= event.at)
  const latest = byPerson ? last : { who: null, at: order.created_at, act: 'order.placed', ...event }
  throw new AppError(
    409,
    'changed_meanwhile',
    `Order ${order.number} has changed meanwhile. Nothing was done.`,
    {
      members: { ...latest, revision: order.revision },
    },
  )
}
