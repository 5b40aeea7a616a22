import type { Clock, Data } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { momentOf } from '../../runtime/moment.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { lockAsSeen } from './revision.ts'

/** Revokes every link and cookie that opens the order. Later mails carry a new link. */
export async function revokeLinks(
  shop: Data & Clock,
  { id }: Pick<OrderRow, 'id'>,
  { who }: { who: string },
): Promise<void> {
  const moment = momentOf(shop)
  await shop.database.db.transaction().execute(async (trx) => {
    const { link_generation, revision } = await lockAsSeen(trx, id)
    await updateOrder(trx, id, { link_generation: link_generation + 1, revision: revision + 1 })
    await recordEvent(trx, { orderId: id, event: 'order.links_revoked' }, moment)
    const change = { before: { generation: link_generation }, after: { generation: link_generation + 1 } }
    await recordAudit(trx, { who, act: 'order.links_revoked', subject: id, ...change }, moment)
  })
}
