import { recordAudit } from '../audit.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { momentOf } from '../moment.ts'
import type { Shop } from './settle.ts'

/** Stores a note for the staff. The customer never sees it. */
export async function noteOrder(shop: Shop, { id }: OrderRow, text: string, who: string): Promise<void> {
  const entry = { who, act: 'order.note', subject: id, after: { text } }
  await recordAudit(shop.database.db, entry, momentOf(shop))
}
