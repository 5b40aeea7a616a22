import { Readable } from 'node:stream'
import type { Response } from 'express'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { dayIn } from '#shared/calendar/calendar.ts'
import { contactFieldNames } from '#shared/contact/contact.ts'
import type { ShopContext } from '../../context.ts'
import type { Session } from '../../people/sign-in/sessions.ts'
import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import { readBatches } from '../../runtime/db/read-batches.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import { readDocumentPdf } from '../../shop/invoices/issue.ts'
import { readEInvoice } from '../../shop/invoices/read-e-invoice.ts'
import { pageOwnOrders } from '../../shop/orders/own-orders.ts'
import { findQuote } from '../../shop/quotes/quotes.ts'
import { sendStream } from '../../web/http/send-stream.ts'
import { findOptOut } from '../reminders/opt-out.ts'
import { viewLicences, viewOwnOrder } from './mine.ts'
import { pageOwnLicences } from './owned.ts'

type Owner = Pick<Session, 'email'>

/** Small enough for pages of long messages. */
const pageSize = 100

export async function sendEverything(ctx: ShopContext, owner: Owner, res: Response): Promise<void> {
  const day = dayIn(ctx.library.typed.site.company.timeZone, ctx.clock())
  res.type('application/zip').set('Content-Disposition', `attachment; filename="your-licences-${day}.zip"`)
  await sendStream(res, zipEverything(ctx, owner))
}

/**
 * Includes documents as issued, and the rest as JSON (Privacy Act 1988, Australian Privacy Principle 12).
 * Reads no faster than the client, so memory use stays constant.
 */
export function zipEverything(ctx: ShopContext, owner: Owner): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const mtime = ctx.clock()
  const fail = (error: Error) => output.destroy(error)
  const addFiles = async () => {
    for await (const { path, read } of listFiles(ctx, owner)) {
      if (output.destroyed) return
      zip.addReadStreamLazy(path, { mtime }, (done) => done(null, Readable.from(read()).on('error', fail)))
    }
    zip.end()
  }
  addFiles().catch(fail)
  return output
}

type File = { path: string; read(): AsyncGenerator<string | Uint8Array> }

async function* listFiles(ctx: ShopContext, { email }: Owner): AsyncGenerator<File> {
  const { db } = ctx.database
  for (const [name, pages] of Object.entries(lists)) {
    yield { path: `${name}.json`, read: () => toJson(pages(ctx, email)) }
  }
  yield fileOf('reminders-stopped.json', async () =>
    JSON.stringify({ since: (await findOptOut(db, email))?.created_at ?? null }, null, 2),
  )
  for await (const quotes of readBatches(start, (after) => pageQuotes(db, email, after))) {
    for (const { id, number, content } of quotes) {
      yield fileOf(`quotes/${number}.json`, async () => content)
      yield fileOf(`documents/${number}.pdf`, async () => (await findQuote(db, id))?.pdf)
    }
  }
  for await (const orders of readBatches({ id: '' }, ({ id }) => pageOwnOrders(db, email, id, pageSize))) {
    for (const { id, number } of orders) {
      yield fileOf(`orders/${number}.json`, async () => {
        const order = await viewOwnOrder(ctx, email, id)
        return order && JSON.stringify(order, null, 2)
      })
      const documents = await db
        .selectFrom('invoices')
        .select(['number', 'kind'])
        .where('order_id', '=', id)
        .execute()
      for (const { number, kind } of documents) {
        const path = `documents/${number}`
        yield fileOf(`${path}.pdf`, async () => (await readDocumentPdf(db, id, number))?.pdf)
        if (kind === 'receipt') continue
        yield fileOf(`${path}.xml`, async () => (await readEInvoice(db, id, number))?.xml)
      }
    }
  }
}

/** Empty if its subject was deleted meanwhile. */
function fileOf(path: string, find: () => Promise<string | Uint8Array | null | undefined>): File {
  return {
    path,
    async *read() {
      const found = await find()
      if (found) yield found
    },
  }
}

function pageQuotes(db: Db, email: string, { created_at, id }: Place) {
  return db
    .selectFrom('quotes')
    .select(['id', 'number', 'content', 'created_at'])
    .where(sameEmail('customer_email', email))
    .where(sql<boolean>`(created_at, id) > (${created_at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize)
    .execute()
}

type Pages = AsyncGenerator<object[]>

/** Data besides orders, by file name. */
const lists: Record<string, (ctx: ShopContext, email: string) => Pages> = {
  licences: (ctx, email) =>
    readBatches({ id: '' }, ({ id }) =>
      readSnapshot(ctx.database, (snapshot) =>
        viewLicences(snapshot, ctx, email, () => pageOwnLicences(snapshot, email, id, pageSize)),
      ),
    ),
  'licence-changes': ({ database: { db } }, email) =>
    readBatches({ licence_id: '', ordinal: 0 }, (after) => pageChanges(db, email, after)),
  mails: ({ database: { db } }, email) => readBatches(start, (after) => pageMails(db, email, after)),
  messages: ({ database: { db } }, email) => readBatches(start, (after) => pageMessages(db, email, after)),
  'sign-ins': ({ database: { db } }, email) => once(listSignIns(db, email)),
  moves: ({ database: { db } }, email) => once(listMoves(db, email)),
}

type Place = { created_at: string; id: string }

const start: Place = { created_at: '', id: '' }

function pageMails(db: Db, email: string, { created_at, id }: Place) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'status', 'created_at', 'sent_at', 'sent_copy'])
    .where(sameEmail('recipient', email))
    .where(sql<boolean>`(created_at, id) > (${created_at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize)
    .execute()
}

function pageMessages(db: Db, email: string, { created_at, id }: Place) {
  return db
    .selectFrom('messages')
    .select(['id', 'reference', ...contactFieldNames, 'created_at'])
    .where(sameEmail('email', email))
    .where(sql<boolean>`(created_at, id) > (${created_at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize)
    .execute()
}

/** Omits the orders, because a former owner may have paid for a change. */
async function pageChanges(
  db: Db,
  email: string,
  { licence_id, ordinal }: { licence_id: string; ordinal: number },
) {
  const rows = await db
    .selectFrom('licence_changes')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .where(sameEmail('licences.email', email))
    .where(sql<boolean>`(licence_id, licence_changes.ordinal) > (${licence_id}, ${ordinal})`)
    .orderBy('licence_id')
    .orderBy('licence_changes.ordinal')
    .limit(pageSize)
    .select([
      'licence_id',
      'licence_changes.ordinal',
      'key_hint',
      'kind',
      'before',
      'after',
      'applied_at',
      'reverted_at',
    ])
    .execute()
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: JSON.parse(before),
    after: JSON.parse(after),
  }))
}

/** Only the last 90 days are stored. */
function listSignIns(db: Db, email: string) {
  return db
    .selectFrom('sessions')
    .select(['purpose', 'created_at', 'expires_at', 'ended_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()
}

/** At most five can start in an hour. */
function listMoves(db: Db, email: string) {
  return db
    .selectFrom('licence_moves')
    .selectAll()
    .where((is) => is.or([is('from_email', '=', email), is('to_email', '=', email)]))
    .orderBy('started_at')
    .execute()
}

async function* once(rows: Promise<object[]>): Pages {
  yield await rows
}

async function* toJson(pages: Pages): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(row, null, 2)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
