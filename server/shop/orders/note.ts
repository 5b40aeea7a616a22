import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { updateOrder } from './order-store.ts'
import { actOnOrder, type By } from './revision.ts'

/** Stores a note for the staff, which the customer never sees. @throws AppError 409 `changed_meanwhile` */
export async function noteOrder(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  text: string,
  { who, revision, bind }: By,
): Promise<void> {
  await actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    await bind?.(trx, id)
    // Raises the revision, because others haven't seen this note yet.
    await updateOrder(trx, id, { revision: order.revision + 1 })
    await recordAudit(trx, { who, act: 'order.note', subject: id, after: { text } }, moment)
  })
}
