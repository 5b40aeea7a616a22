import type { Db } from '../db/database.ts'
import type { InvoiceRow, LicenceRow, MessageRow, OrderLineRow, OrderRow } from '../db/schema.ts'

/** What mails are about, read when they are sent. */
export type MailSources = {
  order(id: string): Promise<OrderForMail | null>
  message(id: string): Promise<MessageRow | null>
  /** With its whole key. */
  licence(id: string): Promise<IssuedLicence | null>
  /** The bytes that were fixed when it was issued. */
  document(orderId: string, kind: InvoiceRow['kind'], refunded?: number): Promise<IssuedDocument | null>
}

export type OrderForMail = { order: OrderRow; lines: OrderLineRow[]; licences: LicenceForMail[] }

export type LicenceForMail = {
  lineId: string
  key: string
  status: LicenceRow['status']
  seats: { limit: number }
  updatesUntil: string
}

export type IssuedLicence = Omit<LicenceForMail, 'lineId'> & { plan: string }

export type IssuedDocument = { number: string; pdf: Uint8Array }

export type MailSourceParts = {
  licences(orderId: string): Promise<LicenceForMail[]>
  licence: MailSources['licence']
  document: MailSources['document']
}

export function createMailSources(db: Db, { licences, licence, document }: MailSourceParts): MailSources {
  return {
    async order(id) {
      const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
      if (!order) return null
      const lines = await db
        .selectFrom('order_lines')
        .selectAll()
        .where('order_id', '=', id)
        .orderBy('position')
        .execute()
      return { order, lines, licences: await licences(id) }
    },
    async message(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
      return row ?? null
    },
    licence,
    document,
  }
}
