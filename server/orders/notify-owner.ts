import type { Site } from '#shared/site.ts'
import type { Trx } from '../db/database.ts'
import type { OrderRow } from '../db/schema.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Moment } from '../moment.ts'

/** Tells the owner of an order, once for each kind. Written in the transaction that makes it so. */
export async function notifyOwner(
  trx: Trx,
  kind: 'order_awaited_notice' | 'order_paid_notice',
  { id }: Pick<OrderRow, 'id'>,
  { site, ...moment }: Moment & { site: Pick<Site, 'company'> },
): Promise<void> {
  const mail = { kind, dedupeKey: `order:${id}:${kind}`, recipient: site.company.email, orderId: id }
  await enqueueMail(trx, mail, moment)
}
