import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { dayIn } from '#shared/calendar.ts'
import { readDocumentPdf } from '../invoices/issue.ts'
import { findOptOut } from '../licensing/reminders/opt-out.ts'
import { momentOf } from '../moment.ts'
import { findOwnOrder, listOwnOrders } from '../orders/own-orders.ts'
import type { Session } from '../sign-in/sessions.ts'
import type { YourLicences } from './context.ts'
import { viewLicences, viewOwnOrder } from './mine.ts'

/**
 * Sends all that is held on an address as one ZIP: each document as it was issued, and the rest as JSON (Privacy Act
 * 1988, Australian Privacy Principle 12). A file is read when its turn has come, so memory doesn't grow with the account.
 */
export async function sendEverything(ctx: YourLicences, session: Session, res: Response): Promise<void> {
  const { now } = momentOf(ctx)
  const day = dayIn(ctx.library.typed.site.company.timeZone, now)
  res.type('application/zip').set('Content-Disposition', `attachment; filename="your-licences-${day}.zip"`)
  const zip = new ZipFile()
  for await (const { path, read } of listFiles(ctx, session)) {
    zip.addReadStreamLazy(path, { mtime: now }, (done) => {
      read().then(
        (content) => done(null, Readable.from([content])),
        (error) => done(error, Readable.from([])),
      )
    })
  }
  zip.end()
  // A visitor may leave in the middle.
  await pipeline(zip.outputStream, res).catch((error) => {
    if (!res.destroyed) throw error
  })
}

type File = { path: string; read(): Promise<Buffer> }

async function* listFiles(ctx: YourLicences, { email }: Session): AsyncGenerator<File> {
  const { db } = ctx.database
  yield file('licences.json', () => viewLicences(ctx, email))
  yield file('licence-changes.json', () => listChanges(ctx, email))
  yield file('mails.json', () => listMails(ctx, email))
  yield file('messages.json', () => listMessages(ctx, email))
  yield file('sign-ins.json', () => listSignIns(ctx, email))
  yield file('moves.json', () => listMoves(ctx, email))
  yield file('reminders-stopped.json', () => findStop(ctx, email))
  for (const { id, number } of await listOwnOrders(db, email)) {
    yield file(`orders/${number}.json`, async () => {
      const order = await findOwnOrder(db, email, id)
      return order && viewOwnOrder(ctx, order)
    })
    const documents = await db.selectFrom('invoices').select('number').where('order_id', '=', id).execute()
    for (const document of documents) {
      yield {
        path: `documents/${document.number}.pdf`,
        read: async () => Buffer.from((await readDocumentPdf(db, id, document.number))?.pdf ?? []),
      }
    }
  }
}

function file(path: string, read: () => Promise<unknown>): File {
  return { path, read: async () => Buffer.from(JSON.stringify(await read(), null, 2)) }
}

function listMails({ database: { db } }: YourLicences, email: string) {
  return db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'status', 'created_at', 'sent_at'])
    .where(sql<string>`lower(recipient)`, '=', email)
    .orderBy('created_at')
    .execute()
}

function listMessages({ database: { db } }: YourLicences, email: string) {
  return db
    .selectFrom('messages')
    .select(['reference', 'name', 'email', 'topic', 'message', 'created_at'])
    .where(sql<string>`lower(email)`, '=', email)
    .orderBy('created_at')
    .execute()
}

function listSignIns({ database: { db } }: YourLicences, email: string) {
  return db
    .selectFrom('sessions')
    .select(['purpose', 'created_at', 'expires_at', 'ended_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()
}

function listMoves({ database: { db } }: YourLicences, email: string) {
  return db
    .selectFrom('licence_moves')
    .selectAll()
    .where((is) => is.or([is('from_email', '=', email), is('to_email', '=', email)]))
    .orderBy('started_at')
    .execute()
}

/** Without the orders: a former owner of a licence may have paid for a change. */
async function listChanges({ database: { db } }: YourLicences, email: string) {
  const rows = await db
    .selectFrom('licence_changes')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .where(sql<string>`lower(licences.email)`, '=', email)
    .orderBy('licence_id')
    .orderBy('licence_changes.ordinal')
    .select(['licence_id', 'key_hint', 'kind', 'before', 'after', 'applied_at', 'reverted_at'])
    .execute()
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: JSON.parse(before),
    after: JSON.parse(after),
  }))
}

async function findStop({ database: { db } }: YourLicences, email: string) {
  const row = await findOptOut(db, email)
  return { since: row?.created_at ?? null }
}
