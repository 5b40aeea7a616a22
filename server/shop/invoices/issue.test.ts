import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '../../runtime/db/database.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import { anyOrder, anyOrderLine } from '../../testing/support/any-order.ts'
import { type DatabaseEnvironment, describeOnBothEngines } from '../../testing/support/databases.ts'
import {
  findInvoices,
  issueAdjustmentNote,
  issueInvoice,
  readInvoiceContent,
  readInvoicePdf,
} from './issue.ts'
import { site, siteUrl } from './site.fixture.ts'

const issuing = { site, siteUrl, random: randomBytes, now: new Date('2026-06-30T22:01:00Z') }

describeOnBothEngines('invoices', ({ create }) => {
  test('are numbered without a gap, in parallel and with transactions that fail', async () => {
    const { database, environment } = await create()
    const others = await Promise.all([open(environment), open(environment)])
    const databases = [database, ...others]
    const ids = Array.from({ length: 24 }, (_, index) => `ord_${index}`)
    for (const id of ids) await keep(database, id)
    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        (databases[index % databases.length] as Database).db.transaction().execute(async (trx) => {
          await issueInvoice(trx, sale(id), issuing)
          await issueAdjustmentNote(trx, { ...sale(id), refunded: 100, reason: null }, issuing)
          if (index % 4 === 1) throw new Error('on purpose')
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(6)
    const documents = (await Promise.all(ids.map((id) => findInvoices(database.db, id)))).flat()
    const numbers = documents.map(({ number }) => number).sort()
    const expected = ['ADJ', 'INV'].flatMap((prefix) =>
      Array.from({ length: 18 }, (_, index) => `${prefix}-${String(index + 1).padStart(6, '0')}`),
    )
    expect(numbers).toEqual(expected)
    await Promise.all(others.map(({ close }) => close()))
  })

  test('are issued once: another call takes no number and changes no byte', async () => {
    const { db } = await keep((await create()).database, 'ord_1')
    await issueInvoice(db, sale('ord_1'), issuing)
    const first = await readInvoicePdf(db, 'ord_1', 'invoice')
    const renamed = { ...site, company: { ...site.company, name: 'Another Pty Ltd' } }
    await issueInvoice(db, sale('ord_1'), { ...issuing, site: renamed, now: new Date('2027-01-01') })
    expect(first?.number).toBe('INV-000001')
    expect(await readInvoicePdf(db, 'ord_1', 'invoice')).toEqual(first)
    expect(await db.selectFrom('counters').selectAll().where('name', '=', 'invoice').execute()).toEqual([
      { name: 'invoice', value: 1 },
    ])
  })

  test('of which two are attempted at once leave one, and no gap', async () => {
    const { database, environment } = await create()
    const other = await open(environment)
    await keep(database, 'ord_1')
    await keep(database, 'ord_2')
    await Promise.allSettled(
      [database, other].map(({ db }) =>
        db.transaction().execute((trx) => issueInvoice(trx, sale('ord_1'), issuing)),
      ),
    )
    await issueInvoice(database.db, sale('ord_2'), issuing)
    const documents = [
      ...(await findInvoices(database.db, 'ord_1')),
      ...(await findInvoices(database.db, 'ord_2')),
    ]
    expect(documents.map(({ number }) => number)).toEqual(['INV-000001', 'INV-000002'])
    await other.close()
  })

  test('are brought to each cumulative refund by one note', async () => {
    const { db } = await keep((await create()).database, 'ord_1')
    await issueAdjustmentNote(db, { ...sale('ord_1'), refunded: 100, reason: 'One too many' }, issuing)
    expect(await findInvoices(db, 'ord_1')).toEqual([])
    await issueInvoice(db, sale('ord_1'), issuing)
    for (const refunded of [10_000, 10_000, 68_700, 10_000]) {
      await issueAdjustmentNote(db, { ...sale('ord_1'), refunded, reason: null }, issuing)
    }
    const [invoice, ...notes] = (await findInvoices(db, 'ord_1')).map(readInvoiceContent)
    expect(notes).toMatchObject([
      { number: 'ADJ-000001', total: 10_000, invoice: { number: 'INV-000001' } },
      { number: 'ADJ-000002', total: 58_700, after: { total: 0, tax: 0 } },
    ])
    expect(notes.reduce((sum, { tax }) => sum + tax, 0)).toBe(invoice?.tax)
    expect(await readInvoicePdf(db, 'ord_1', 'adjustment_note', 68_700)).toMatchObject({
      number: 'ADJ-000002',
    })
    expect(await readInvoicePdf(db, 'ord_1', 'adjustment_note', 5)).toBe(null)
  })
})

function sale(id: string) {
  return { order: anyOrder({ id, number: id }), lines: [anyOrderLine({ id: `lin_${id}`, order_id: id })] }
}

async function keep(database: Database, id: string): Promise<Database> {
  const { order, lines } = sale(id)
  await database.db.insertInto('orders').values(written(order)).execute()
  await database.db.insertInto('order_lines').values(lines).execute()
  return database
}

function open(environment: DatabaseEnvironment): Promise<Database> {
  return openDatabase({ databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR })
}
