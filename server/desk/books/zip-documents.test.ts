import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'
import { bookDays } from './book-days.ts'
import { zipDocuments } from './zip-documents.ts'

describeOnBothEngines('the ZIP of documents', (databases) => {
  const openShop = useShops(databases)

  async function sell() {
    const shop = await openShop(await deskOptions({ clock: () => new Date('2026-11-22T02:00:00Z') }))
    for (const paymentMethod of ['card', 'invoice'] as const) {
      const { order } = (await shop.checkOut({ paymentMethod }).expect(201)).body
      if (paymentMethod === 'invoice') continue
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
    }
    return shop
  }

  test('has each as it was issued, and their sheet, and no other day’s; the command’s is the same', async () => {
    const shop = await sell()
    const desk = await deskAs(shop, 'books')
    const take = async (span: string) => {
      const answer = await desk
        .get(`${deskApiRoutes.booksZip}?${span}`)
        .parse((res, done) => void buffer(res as never).then((bytes) => done(null, bytes)))
        .expect(200)
      return { headers: answer.headers, files: unzipSync(new Uint8Array(answer.body)) }
    }
    const { headers, files } = await take('from=2026-11-22&to=2026-11-22')
    expect(headers['content-disposition']).toBe('attachment; filename="documents-2026-11-22-2026-11-22.zip"')
    const issued = await shop.ctx.database.db.selectFrom('invoices').select(['number', 'pdf']).execute()
    expect(issued).toHaveLength(2)
    expect(Object.keys(files).toSorted()).toEqual(
      ['documents.csv', ...issued.map(({ number }) => `${number}.pdf`)].toSorted(),
    )
    for (const { number, pdf } of issued) expect(files[`${number}.pdf`]).toEqual(new Uint8Array(pdf))
    for (const { number } of issued) expect(strFromU8(files['documents.csv'] as Uint8Array)).toContain(number)
    expect(Object.keys((await take('from=2026-11-21&to=2026-11-21')).files)).toEqual(['documents.csv'])

    const path = join(mkdtempSync(join(tmpdir(), 'books-')), 'all.zip')
    const span = ['--from', '2026-11-22', '--to', '2026-11-22', '--zip', path]
    expect(await runAdmin(shop.environment, 'books', ...span)).toMatchObject({ status: 0 })
    expect(unzipSync(new Uint8Array(readFileSync(path)))).toEqual(files)
  })

  test('is read no faster than it is taken, so it holds a document at a time', async () => {
    const shop = await sell()
    const { db } = shop.ctx.database
    const [row] = await db.selectFrom('invoices').selectAll().execute()
    if (!row) throw new Error('no document')
    const pdf = Buffer.alloc(200_000, 1)
    const copies = Array.from({ length: 40 }, (_, index) => ({
      ...row,
      ...{
        id: `${row.id.slice(0, -4)}${1000 + index}`,
        number: `INV-1${1000 + index}`,
        round: 100 + index,
        pdf,
      },
    }))
    for (const copy of copies) await db.insertInto('invoices').values(copy).execute()
    const { timeZone } = shop.ctx.library.typed.site.company
    const now = shop.ctx.clock()
    const days = bookDays({}, { timeZone, now })
    const { accounts } = shop.ctx.library.typed.site.books
    const zip = zipDocuments(shop.ctx.database, { days, accounts, now })
    let [most, all] = [0, 0]
    for await (const chunk of zip) {
      most = Math.max(most, zip.readableLength)
      all += chunk.length
    }
    expect(all).toBeGreaterThan(copies.length * pdf.length)
    expect(most).toBeLessThan(3 * pdf.length)
  })
})
