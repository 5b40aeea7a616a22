import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { recordEvent, updateOrder } from './order-store.ts'
import { actOnOrder } from './revision.ts'

/** Revokes every link and cookie that opens the order. Later mails carry a new link. */
export async function revokeLinks(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  { who }: { who: string },
): Promise<void> {
  await actOnOrder(shop, { id }, undefined, async (trx, { link_generation, revision }, moment) => {
    await updateOrder(trx, id, { link_generation: link_generation + 1, revision: revision + 1 })
    await recordEvent(trx, { orderId: id, event: 'order.links_revoked' }, moment)
    const change = { before: { generation: link_generation }, after: { generation: link_generation + 1 } }
    await recordAudit(trx, { who, act: 'order.links_revoked', subject: id, ...change }, moment)
  })
}
