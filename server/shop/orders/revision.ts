import type { ShopContext } from '../../context.ts'
import type { LatestChange } from '../../licences/licensing/revision.ts'
import { findLatestAct } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { type Moment, momentOf } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import type { Bind } from '../../web/idempotency/keys.ts'
import { orderNotFound } from './order-not-found.ts'
import { lockOrder } from './order-store.ts'

export type By = {
  who: string
  /** Revision that the person saw. Without it, any revision is accepted. */
  revision?: number | undefined
  /** Called inside the act's transaction, with the id of what it made or changed. */
  bind?: Bind | undefined
}

/**
 * Locks an order in the revision that the person saw.
 * @throws AppError 404 `order_not_found`, 409 `changed_meanwhile`
 */
export async function lockAsSeen(trx: Trx, id: string, revision?: number): Promise<OrderRow> {
  const locked = await lockOrder(trx, id)
  if (!locked) throw orderNotFound()
  await requireOrderRevision(trx, locked.order, revision)
  return locked.order
}

/**
 * Acts on an order in the revision that the person saw, and wakes the mail worker.
 * @throws AppError as `lockAsSeen` does
 */
export async function actOnOrder<Result>(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  revision: number | undefined,
  act: (trx: Trx, order: OrderRow, moment: Moment) => Promise<Result>,
): Promise<Result> {
  const moment = momentOf(shop)
  const result = await shop.database.db
    .transaction()
    .execute(async (trx) => act(trx, await lockAsSeen(trx, id, revision), moment))
  shop.outbox.nudge()
  return result
}

/** @throws AppError 409 `changed_meanwhile` with the other person's name, time and act */
export async function requireOrderRevision(
  db: Db,
  order: OrderRow,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === order.revision) return
  throw await changedMeanwhile(db, order, `Order ${order.number} has changed meanwhile. Nothing was done.`)
}

/**
 * @param others ids of related objects that may have changed later
 * @returns AppError 409 `changed_meanwhile` with the latest change's person, time and act
 */
export async function changedMeanwhile(
  db: Db,
  order: OrderRow,
  detail: string,
  others: LatestChange[] = [],
): Promise<AppError> {
  const act = await findLatestAct(db, order.id)
  const [event] = await db
    .selectFrom('order_events')
    .select(['at', 'event as act'])
    .where('order_id', '=', order.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  // The audit names the person only after the provider's answer.
  const [refund] = await db
    .selectFrom('refunds')
    .select(['asked_at as at', 'who'])
    .where('order_id', '=', order.id)
    .where('done_at', 'is', null)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .execute()
  const asked = refund && { ...refund, act: 'order.refunded' }
  const byPerson = asked && (!act || asked.at >= act.at) ? asked : act
  const ofOrder =
    byPerson && (!event || byPerson.at >= event.at)
      ? byPerson
      : { who: null, at: order.created_at, act: 'order.placed', ...event }
  const latest = others.reduce((last, each) => (each.at > last.at ? each : last), ofOrder)
  return new AppError(409, 'changed_meanwhile', detail, { members: { ...latest, revision: order.revision } })
}
