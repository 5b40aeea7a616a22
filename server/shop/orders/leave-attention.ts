import { canBeLeft, describeAttention } from '#shared/desk/attention-words.ts'
import type { Attention } from '#shared/orders/attention.ts'
import type { ShopContext } from '../../context.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { attentionOf } from './attention.ts'
import { updateOrder } from './order-store.ts'
import { actOnOrder, type By, changedMeanwhile } from './revision.ts'

/**
 * Removes the card provider's report from Today, after staff decided to do nothing about it.
 * @throws AppError 409 `changed_meanwhile`, also if there is nothing to leave
 */
export async function leaveAttention(
  shop: ShopContext,
  { id }: Pick<OrderRow, 'id'>,
  { who, revision, bind }: By,
): Promise<void> {
  await actOnOrder(shop, { id }, revision, async (trx, order, moment) => {
    const attention = attentionOf(order)
    if (!attention || !canBeLeft(attention)) {
      const detail = `Order ${order.number} has nothing that can be left as it is. Nothing was done.`
      throw await changedMeanwhile(trx, order, detail)
    }
    await bind?.(trx, id)
    const left = JSON.stringify({ ...attention, isLeft: true } satisfies Attention)
    await updateOrder(trx, id, { attention: left, revision: order.revision + 1 })
    const after = { reason: describeAttention(attention, order.currency) }
    await recordAudit(trx, { who, act: 'order.attention_left', subject: id, after }, moment)
  })
}
