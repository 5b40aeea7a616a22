import { outboxDepth } from '../../messages/mail/outbox.ts'
import type { Db } from '../../runtime/db/database.ts'
import { type Acknowledged, perOrder } from './visitors.ts'

/** All are 0 if everything acknowledged is there once. */
export type Stock = {
  ordersLost: number
  ordersDoubled: number
  licencesWrong: number
  invoiceGaps: number
  messagesLost: number
  messagesDoubled: number
  seatsLost: number
  seatsOversold: number
  mailsLost: number
  mailsUnsent: number
  mailsDoubled: number
}

type Expected = Acknowledged & {
  mailsReceived: readonly string[]
  /** Mails that a killed process held may arrive twice. */
  mayRepeat: number
}

export async function takeStock(
  db: Db,
  { orders, messages, activations, mailsReceived, mayRepeat }: Expected,
): Promise<Stock> {
  const paid = await db.selectFrom('orders').select('id').where('status', '=', 'paid').execute()
  const invoices = await db.selectFrom('invoices').select('number').orderBy('number').execute()
  const waiting = await outboxDepth(db, new Date())
  const [allOrders, allLicences, allMessages] = [
    await count(db, 'orders'),
    await count(db, 'licences'),
    await count(db, 'messages'),
  ]
  const seats = await seatsTaken(db)
  const mailsOnce = new Set(mailsReceived).size
  return {
    ordersLost: orders - paid.length,
    ordersDoubled: allOrders - orders,
    licencesWrong: Math.abs(allLicences - orders * perOrder.licences),
    invoiceGaps:
      Math.abs(invoices.length - orders) +
      invoices.filter(({ number }, index) => Number(/\d+$/.exec(number)?.[0]) !== index + 1).length,
    messagesLost: Math.max(0, messages - allMessages),
    messagesDoubled: Math.max(0, allMessages - messages),
    seatsLost: Math.max(0, activations - seats.taken),
    seatsOversold: seats.oversold,
    mailsLost: Math.max(0, orders + 2 * messages - mailsOnce),
    mailsUnsent: waiting.queued + waiting.dead,
    mailsDoubled: Math.max(0, mailsReceived.length - mailsOnce - mayRepeat),
  }
}

async function seatsTaken(db: Db): Promise<{ taken: number; oversold: number }> {
  const licences = await db
    .selectFrom('activations')
    .innerJoin('licences', 'licences.id', 'activations.licence_id')
    .where('released_at', 'is', null)
    .groupBy(['licences.id', 'seat_limit'])
    .select(({ fn }) => ['seat_limit', fn.countAll<number>().as('taken')])
    .execute()
  return {
    taken: licences.reduce((sum, { taken }) => sum + taken, 0),
    oversold: licences.filter(({ taken, seat_limit }) => taken > seat_limit).length,
  }
}

async function count(db: Db, table: 'orders' | 'licences' | 'messages'): Promise<number> {
  const { all } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}
