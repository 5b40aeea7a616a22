import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { addDays, type Day, dayIn, endOfDay, startOfDay } from '#shared/calendar/calendar.ts'
import { quarterOf } from '#shared/desk/quarters.ts'
import { bookKinds } from '#shared/desk/requests/books.ts'
import type { InvoiceContent } from '#shared/orders/invoice.ts'
import { type TaxRule, taxIncluded } from '#shared/pricing/tax.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runs } from '#shared/testing/properties.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { pageSize } from '../../runtime/db/read-batches.ts'
import { buyerOf, written } from '../../runtime/db/rows/buyer.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { OrderRow, PaymentRow } from '../../runtime/db/rows/orders.ts'
import { adjustmentNoteContent, invoiceContent } from '../../shop/invoices/content.ts'
import { taxColumns } from '../../shop/invoices/issue.ts'
import { settle } from '../../shop/orders/settle.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { anyOrder, anyOrderLine } from '../../testing/support/any-order.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'
import { site } from '../../testing/support/site.ts'
import { type Cell, linesOf } from '../../web/http/csv.ts'
import { readPlans, readRevenue } from '../trends/read-revenue.ts'
import { type BookDays, bookDays, spanOf } from './book-days.ts'
import { sheets } from './csv.ts'
import { type BookDocument, type Books, readBooks } from './read-books.ts'
import { type BookFile, bookFiles } from './split-files.ts'
import { viewBooks, writeBooks } from './view-books.ts'

const { timeZone } = site.company
/** Both ends of daylight saving, and ends of quarters. */
const first = Date.parse('2026-03-25T00:00:00Z')
const minutes = 400 * 24 * 60

type Sale = {
  total: number
  qty: number
  /** Cents off, taken from the price of each of `qty`. */
  discount: number
  country: 'AU' | 'NZ'
  /** Absent for Australia's rate. */
  rate: TaxRule['rate']
  invoicedAt: number
  isCorrected: boolean
  /** Minutes before this invoice at which a note cancelled an earlier one. */
  cancelledBefore: number | null
  /** Minutes after this invoice at which a note cancels it for good. */
  cancelledAfter: number | null
  /** Minutes after a cancellation at which its money goes back. */
  paidBackAfter: number | null
  /** A negative share is money that came back. */
  notes: { at: number; share: number; isByBank: boolean }[]
  payments: { at: number; share: number }[]
  /** The payment is in review, and nobody has accepted it. */
  isHeld?: boolean
}

const uncancelled = { cancelledBefore: null, cancelledAfter: null, paidBackAfter: null }

const minute = fc.integer({ min: 0, max: minutes })
const share = fc.integer({ min: 1, max: 100 })
const sale: fc.Arbitrary<Sale> = fc.record({
  total: fc.integer({ min: 1, max: 500_000 }),
  qty: fc.integer({ min: 1, max: 9 }),
  discount: fc.constantFrom(0, 0, 10, 4711),
  country: fc.constantFrom('AU', 'AU', 'NZ'),
  rate: fc.constantFrom(undefined, undefined, [3, 20], [1, 8]),
  invoicedAt: minute,
  isCorrected: fc.boolean(),
  cancelledBefore: fc.option(fc.integer({ min: 1, max: 100_000 })),
  cancelledAfter: fc.option(fc.integer({ min: 1, max: 100_000 })),
  paidBackAfter: fc.option(fc.integer({ min: 1, max: 200_000 })),
  notes: fc.array(
    fc.record({ at: minute, share: fc.integer({ min: -100, max: 100 }), isByBank: fc.boolean() }),
    {
      maxLength: 4,
    },
  ),
  payments: fc.array(fc.record({ at: minute, share }), { maxLength: 3 }),
  isHeld: fc.constantFrom(false, false, false, true),
})

const timeOf = (at: number) => new Date(first + at * 60_000)

type Document = {
  at: Date
  content: InvoiceContent
  replaces: string | null
  round: number
  refunded: number
  correction: number
}

type History = {
  order: OrderRow
  documents: Document[]
  /** Whether a bank took or gave back the money, for which a note is issued. */
  payments: { at: Date; amount: number; isByBank?: boolean }[]
}

/** Creates a sale's documents by the functions that issue them. */
function historyOf({ total, qty, discount, country, rate, ...wanted }: Sale, index: number): History {
  const rule = { name: 'GST', ...(rate && { rate }) }
  const tax = country === 'AU' ? taxIncluded(total, rule) : 0
  const invoicedAt = timeOf(wanted.invoicedAt)
  const order = anyOrder({
    id: `ord_${index}`,
    number: `2026-${String(index).padStart(6, '0')}`,
    total,
    tax,
    buyer: { country, companyName: ['=1+1', '@x', "'-y", 'Ordinary'][index % 5] },
    tax_rule: JSON.stringify(rule),
    paid_at: invoicedAt.toISOString(),
  })
  const unit_amount = Math.ceil((total + discount) / qty)
  const off = unit_amount * qty - total
  const discounts = JSON.stringify(off > 0 ? [{ label: 'Off', amount: off }] : [])
  const price = { unit_amount, amount: total, tax, discount: off, discounts }
  const line = anyOrderLine({ order_id: order.id, qty, ...price })
  const invoice = invoiceContent({
    order,
    lines: [line],
    site,
    siteUrl: 'https://prompter.example',
    number: `INV-${index}`,
    now: invoicedAt,
  })
  const documents =
    wanted.cancelledBefore === null ? [] : cancelledRound(order, invoicedAt, wanted.cancelledBefore)
  const round = documents.length > 0 ? 1 : 0
  documents.push({ at: invoicedAt, content: invoice, replaces: null, round, refunded: 0, correction: 0 })
  if (wanted.isCorrected) {
    const at = new Date(invoicedAt.getTime() + 40 * 24 * 3_600_000)
    const content = { ...invoice, number: `INV-${index}-2`, date: dayIn(timeZone, at) }
    documents.push({ at, content, replaces: invoice.number, round, refunded: 0, correction: 1 })
  }
  let refunded = 0
  const addNote = (at: Date, after: number) => {
    const content = adjustmentNoteContent({
      order: wanted.cancelledAfter === null ? order : { ...order, paid_at: null },
      site,
      siteUrl: 'https://prompter.example',
      number: `ADJ-${index}-${documents.length}`,
      now: at,
      invoice: { number: invoice.number, date: invoice.date },
      refunded: { before: refunded, after },
    })
    documents.push({ at, content, replaces: null, round, refunded: after, correction: documents.length })
    refunded = after
  }
  if (wanted.cancelledAfter !== null) addNote(minutesAfter(invoicedAt, wanted.cancelledAfter), total)
  const byBank: History['payments'] = []
  for (const note of wanted.notes.toSorted((a, b) => a.at - b.at)) {
    const after = Math.max(0, Math.min(total, refunded + Math.ceil((total * note.share) / 100)))
    if (after === refunded) continue
    const at = new Date(Math.max(invoicedAt.getTime(), timeOf(note.at).getTime()) + documents.length)
    if (note.isByBank) byBank.push({ at, amount: refunded - after, isByBank: true })
    addNote(at, after)
  }
  const payments = wanted.payments.map(({ at, share }) => ({
    at: timeOf(at),
    amount: Math.ceil((total * share) / 50),
  }))
  if (wanted.isHeld) return { order: { ...order, status: 'review', paid_at: null }, documents: [], payments }
  return {
    order,
    documents,
    payments: [...payments, ...paymentsBack(documents, payments, wanted), ...byBank],
  }
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** Repayments of money held after an invoice's cancellation, unless the next invoice came first. */
function paymentsBack(
  documents: Document[],
  payments: History['payments'],
  { paidBackAfter }: Pick<Sale, 'paidBackAfter'>,
): History['payments'] {
  if (paidBackAfter === null) return []
  return documents.filter(isCancellation).flatMap(({ at: cancelledAt, round }) => {
    // One millisecond later than any payment of that minute.
    const at = new Date(minutesAfter(cancelledAt, paidBackAfter).getTime() + 1)
    const next = documents.find((each) => each.round > round)
    const held = payments.filter((each) => each.at < at).reduce((sum, { amount }) => sum + amount, 0)
    return held === 0 || (next && next.at <= at) ? [] : [{ at, amount: -held }]
  })
}

function isCancellation({ content }: Document): boolean {
  return content.kind === 'adjustment_note' && !content.refunds
}

/** An unpaid invoice, and the note that cancelled it before the next one. */
function cancelledRound(order: OrderRow, reissuedAt: Date, minutes: number): Document[] {
  const [at, cancelledAt] = [2 * minutes, minutes].map(
    (before) => new Date(reissuedAt.getTime() - before * 60_000),
  ) as [Date, Date]
  const unpaid = { ...order, paid_at: null, transfer_terms: '{}' }
  const line = anyOrderLine({ order_id: order.id, qty: 1, unit_amount: order.total, amount: order.total })
  const number = `OLD-${order.number}`
  const invoice = {
    ...invoiceContent({
      order,
      lines: [{ ...line, tax: order.tax }],
      site,
      siteUrl: 'https://prompter.example',
      number,
      now: at,
    }),
  }
  const note = adjustmentNoteContent({
    order: unpaid,
    site,
    siteUrl: 'https://prompter.example',
    number: `CANCELLED-${order.number}`,
    now: cancelledAt,
    invoice: { number, date: invoice.date },
    refunded: { before: 0, after: order.total },
  })
  return [
    { at, content: invoice, replaces: null, round: 0, refunded: 0, correction: 0 },
    { at: cancelledAt, content: note, replaces: null, round: 0, refunded: order.total, correction: 0 },
  ]
}

async function store(db: Db, histories: History[]): Promise<void> {
  for (const table of ['payments', 'invoices', 'order_lines', 'orders'] as const)
    await db.deleteFrom(table).execute()
  if (histories.length > 0) await add(db, histories)
}

/** Two lines share the total. The second one renews a licence. */
function linesOfOrder({ order: { id, total } }: History) {
  const renewed = Math.floor(total / 3)
  const line = { order_id: id, qty: 1 }
  return [
    anyOrderLine({ ...line, id: `${id} 0`, position: 0, sku: 'solo', amount: total - renewed }),
    anyOrderLine({
      ...line,
      id: `${id} 1`,
      position: 1,
      sku: 'studio',
      amount: renewed,
      change: '{"kind":"renewal","months":12}',
    }),
  ]
}

async function add(db: Db, histories: History[]): Promise<void> {
  await db
    .insertInto('orders')
    .values(histories.map(({ order }) => written(order)))
    .execute()
  await db.insertInto('order_lines').values(histories.flatMap(linesOfOrder)).execute()
  const invoices = histories.flatMap(({ order, documents }) =>
    documents.map(
      ({ at, content, ...columns }): InvoiceRow => ({
        id: `inv_${content.number}`,
        order_id: order.id,
        kind: content.kind,
        number: content.number,
        issued_at: at.toISOString(),
        content: JSON.stringify(content),
        total: content.total,
        tax: content.tax,
        taxed: Number(content.taxed),
        ...taxColumns(order),
        pdf: new Uint8Array(),
        ...columns,
      }),
    ),
  )
  if (invoices.length > 0) await db.insertInto('invoices').values(invoices).execute()
  const payments = histories.flatMap(({ order, payments }) =>
    payments.map(
      ({ at, amount, isByBank }, index): PaymentRow => ({
        id: `pay_${order.id}_${index}`,
        order_id: order.id,
        dedupe_key: `${isByBank ? 'dispute:' : ''}${order.id} ${index}`,
        amount,
        currency: 'AUD',
        received_at: at.toISOString(),
        reference: '-1 reference',
        source: 'transfer',
        statement_line: null,
        who: '',
        created_at: at.toISOString(),
      }),
    ),
  )
  if (payments.length > 0) await db.insertInto('payments').values(payments).execute()
}

/** Adds up the documents' figures by their days. */
function accrualOf(histories: History[], from: Day, to: Day): Books {
  const books = { g1: 0, g2: 0, g3: 0, '1a': 0, sales: 0, adjustments: 0 }
  for (const { content, replaces } of histories.flatMap(({ documents }) => documents)) {
    if (replaces !== null || content.date < from || content.date > to) continue
    const sign = content.kind === 'invoice' ? 1 : -1
    books.g1 += sign * content.total
    books['1a'] += sign * content.tax
    if (!content.taxed) books.g2 += sign * content.total
    if (sign === 1) books.sales += content.total
    else books.adjustments += content.total
  }
  return books
}

/** Compares each order before and after the span. */
function cashOf(histories: History[], from: Day, to: Day): Books {
  const books = { g1: 0, g2: 0, g3: 0, '1a': 0, sales: 0, adjustments: 0 }
  for (const history of histories) {
    const { order } = history
    const before = moneyUntil(history, addDays(from, -1))
    for (const [round, after] of moneyUntil(history, to).entries()) {
      const { got, given } = before[round] ?? { got: 0, given: 0 }
      const kept = after.got - after.given - (got - given)
      books.g1 += kept
      books.sales += after.got - got
      books.adjustments += after.given - given
      if (buyerOf(order).country === 'AU') {
        const rule = JSON.parse(order.tax_rule ?? 'null')
        books['1a'] += taxIncluded(after.got - after.given, rule) - taxIncluded(got - given, rule)
      } else books.g2 += kept
    }
  }
  return books
}

/** Follows the money of each of an order's invoices, event by event. */
function moneyUntil({ order, documents, payments }: History, day: Day): { got: number; given: number }[] {
  const invoices: { got: number; noted: number; given: number; isOpen: boolean }[] = []
  let held = 0
  const happened = [
    ...documents.filter(({ replaces }) => replaces === null).map((document) => ({ document, ...document })),
    ...payments.filter(({ isByBank }) => !isByBank).map((payment) => ({ document: null, ...payment })),
  ]
    .filter(({ at }) => dayIn(timeZone, at) <= day)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { document, ...payment } of happened) {
    const last = invoices.at(-1)
    if (document === null) {
      const amount = 'amount' in payment ? payment.amount : 0
      held += amount
      if (amount < 0 && last) last.given = last.got
    } else if (document.content.kind === 'invoice') {
      if (last) last.given = last.got
      invoices.push({ got: 0, noted: 0, given: 0, isOpen: true })
    } else if (last && isCancellation(document)) last.isOpen = false
    else if (last) last.noted += document.content.total
    const open = invoices.at(-1)
    if (open?.isOpen) {
      open.got = Math.min(order.total, held)
      open.given = Math.min(open.noted, open.got)
    }
  }
  return invoices
}

type Read = Record<string, string>

function toCell(cell: Cell): string {
  return typeof cell === 'object' ? String(cell?.cents ?? 0) : String(cell)
}

/** Sums the products of two columns, as an accounting program does. @returns cents */
function sumLines(rows: Read[], factors: readonly string[]): number {
  const cents = rows.map((row) => factors.reduce((product, column) => product * Number(row[column]), 100))
  return cents.reduce((sum, each) => sum + Math.round(each), 0)
}

const accounts = { sales: '4-1100' }

/** Columns of the tax code, of what multiplies to a sum, of totals and of taxes, and the code of sales abroad. */
const programs = {
  myob: ['Tax Code', ['Amount'], 'Inc-Tax Amount', 'Tax Amount', 'EXP'],
  quickbooks: ['*ItemTaxCode', ['ItemQuantity', 'ItemRate'], '*ItemAmount', 'ItemTaxAmount', 'GST free'],
} as const satisfies Record<string, [string, string[], string, string, string]>

const spans: [Day, Day][] = [
  ['2026-04-01', '2026-06-30'],
  ['2026-07-01', '2026-09-30'],
  ['2026-10-01', '2026-12-31'],
  // Daylight saving ends and begins.
  ['2026-04-05', '2026-04-05'],
  ['2026-10-04', '2026-10-04'],
  ['2026-03-01', '2027-06-30'],
]

describeOnEitherEngine('the books', (databases) => {
  const openShop = useShops(databases)

  test('equal the documents of any history, in any span, on either basis', onBoth, async () => {
    const { database } = await databases.create()
    const property = fc.asyncProperty(fc.array(sale, { maxLength: 12 }), async (sales) => {
      const histories = sales.map(historyOf)
      await store(database.db, histories)
      for (const [from, to] of spans) await compare(database, histories, from, to)
      await compareTrends(database)
    })
    await fc.assert(property, { numRuns: runs(3) })
  })

  /** Compares Trends' breakdown with the books' sums. */
  async function compareTrends(database: Database) {
    const { sums, products, countries, kinds } = await readRevenue(
      database,
      spans.map(([from, to]) => ({ ...spanOf({ from, to, timeZone }), name: `${from} ${to}` })),
    )
    for (const [index, [from, to]] of spans.entries()) {
      const span = spanOf({ from, to, timeZone })
      const { books } = await readBooks(database, span, { basis: 'accrual', figure: 'g1' }, () => {})
      const { invoiced = 0, adjusted = 0, tax = 0 } = sums[index] ?? {}
      expect([from, invoiced - adjusted, tax]).toEqual([from, books.g1, books['1a']])
      for (const parts of [products, countries, kinds]) {
        const total = parts.reduce((sum, { months }) => sum + (months[index] ?? 0), 0)
        expect([from, total]).toEqual([from, books.g1])
      }
      const plans = await readPlans(database, [span])
      expect([from, plans.reduce((sum, { total }) => sum + total, 0)]).toEqual([from, books.g1])
    }
  }

  async function compare(database: Database, histories: History[], from: Day, to: Day) {
    const span = spanOf({ from, to, timeZone })
    for (const [basis, expected] of [
      ['accrual', accrualOf(histories, from, to)],
      ['cash', cashOf(histories, from, to)],
    ] as const) {
      for (const figure of ['g1', 'g2', '1a'] as const) {
        const documents: BookDocument[] = []
        const { books, behind } = await readBooks(database, span, { basis, figure }, (page) => {
          documents.push(...page)
        })
        expect({ from, ...books }).toEqual({ from, ...expected })
        const sum = (member: 'total' | 'tax') => documents.reduce((total, row) => total + row[member], 0)
        expect(behind[figure]).toEqual({ documents: documents.length, total: sum('total'), tax: sum('tax') })
        const times = documents.map(({ issuedAt }) => issuedAt)
        expect(times).toEqual(times.toSorted().reverse())
        expect(figure === '1a' ? sum('tax') : sum('total')).toBe(books[figure])
      }
    }
    await comparePayments(database, histories, { from, to, timeZone })
  }

  /** Each amount of the file is a payment, or a difference with its reason. */
  async function comparePayments(database: Database, histories: History[], days: BookDays) {
    const read: Read[] = []
    const { columns, rows } = sheets.payments
    for await (const page of rows(database, days, accounts)) {
      for (const row of page)
        read.push(Object.fromEntries(columns.map((column, index) => [column, toCell(row[index] ?? '')])))
    }
    const sum = (rows: Read[]) => rows.reduce((total, row) => total + Number(row.amount ?? 0), 0)
    const { g1 } = cashOf(histories, days.from, days.to)
    expect([days.from, sum(read)]).toEqual([days.from, g1])
    const isIn = ({ at }: { at: Date }) => {
      const day = dayIn(timeZone, at)
      return day >= days.from && day <= days.to
    }
    for (const { order, documents, payments } of histories) {
      const own = read.filter((row) => row.order === order.number)
      const moved = payments.filter(isIn).map(({ amount }) => amount)
      const entered = own.filter((row) => row.reference === '-1 reference')
      const amounts = entered.map((row) => Number(row.amount) + Number(row['counted at its note']))
      expect(amounts.toSorted()).toEqual(moved.toSorted())
      if (order.status !== 'review') continue
      expect(documents).toEqual([])
      expect(new Set(own.map(({ state }) => state))).toEqual(new Set(own.length > 0 ? ['In review'] : []))
      expect(sum(own)).toBe(0)
      expect(own.filter(({ kind }) => kind === 'held in review')).toHaveLength(moved.length > 0 ? 1 : 0)
    }
  }

  test('are read back from each CSV as they were written', onBoth, async () => {
    const { database } = await databases.create()
    const property = fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
      const histories = sales.map(historyOf)
      await store(database.db, histories)
      const days = { from: '2026-04-01' as Day, to: '2026-12-31' as Day, timeZone }
      const span = spanOf(days)
      const { books } = await readBooks(database, span, { basis: 'accrual', figure: 'g1' })
      for (const kind of bookKinds) {
        const { columns, rows } = sheets[kind]
        let text = ''
        for await (const lines of linesOf(columns, rows(database, days, accounts))) text += lines
        const read = parse(text, {
          columns: true,
          relax_column_count: false,
          skip_empty_lines: true,
        }) as Read[]
        const sum = (column: string) =>
          read.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0)
        if (kind === 'documents' || kind === 'lines') {
          expect([kind, sum('total'), sum('gst')]).toEqual([kind, books.g1, books['1a']])
        }
        if (kind === 'adjustments') expect(sum('total')).toBe(0 - books.adjustments)
        if (kind === 'lines') expect(sumLines(read, ['quantity', 'unit price'])).toBe(books.g1)
        if (kind === 'xero') {
          expect(sum('TaxAmount')).toBe(books['1a'])
          const [taxed = [], untaxed = []] = ['GST on Income', 'GST Free Exports'].map((name) =>
            read.filter((row) => row['*TaxType'] === name),
          )
          expect(taxed.length + untaxed.length).toBe(read.length)
          const factors = ['*Quantity', '*UnitAmount']
          expect([sumLines(taxed, factors), sumLines(untaxed, factors)]).toEqual([
            books.g1 - books.g2,
            books.g2,
          ])
          for (const row of read) expect(row['*AccountCode']).toBe('4-1100')
        }
        if (kind === 'myob' || kind === 'quickbooks') {
          const [code, net, total, tax, exported] = programs[kind]
          const rowsOf = (name: string) => read.filter((row) => row[code] === name)
          const [taxed, untaxed] = [rowsOf('GST'), rowsOf(exported)]
          expect(taxed.length + untaxed.length).toBe(read.length)
          const sums = (rows: Read[]) => [sumLines(rows, [total]), sumLines(rows, [tax])]
          expect([sums(taxed), sums(untaxed)]).toEqual([
            [books.g1 - books.g2, books['1a']],
            [books.g2, 0],
          ])
          expect(sumLines(read, net)).toBe(kind === 'myob' ? books.g1 - books['1a'] : books.g1)
        }
        for (const row of read) {
          for (const [column, cell] of Object.entries(row)) {
            const isAmount = /^-?\d+(\.\d\d)?$/.test(cell)
            expect([column, cell]).toEqual([
              column,
              isAmount ? cell : expect.not.stringMatching(/^[=+\-@\t\r]/),
            ])
          }
        }
        if (kind !== 'documents') continue
        const shown = new Map(histories.map(({ order }) => [order.number, order.company_name ?? '']))
        for (const row of read) {
          const written = String(row.company).replace(/^'(?='*[=+\-@\t\r])/, '')
          expect(written).toBe(shown.get(String(row.order)))
        }
      }
    })
    await fc.assert(property, { numRuns: runs(3) })
  })

  test('are split into files of as many invoices as a program takes, in order', async () => {
    const shop = await openShop(await deskOptions())
    const { database } = shop.ctx
    const sale = (index: number) => {
      const dates = { ...uncancelled, invoicedAt: index, isCorrected: index % 3 === 0 }
      const sold = { total: 22_900, qty: 7, discount: 0, country: 'AU' as const, rate: undefined, ...dates }
      return historyOf({ ...sold, notes: [], payments: [] }, index)
    }
    await store(
      database.db,
      Array.from({ length: 101 }, (_, index) => sale(index)),
    )
    const days = { from: '2026-01-01' as Day, to: '2027-12-31' as Day, timeZone }
    const textOf = async (file: Pick<BookFile, 'columns' | 'rows'>) => {
      let text = ''
      for await (const lines of linesOf(file.columns, file.rows)) text += lines
      return text
    }
    const name = (part: string) => `quickbooks-2026-01-01-2027-12-31${part}`
    for (const perFile of [101, 40, 1000]) {
      const files = await bookFiles(database, { kind: 'quickbooks', days, accounts }, perFile)
      const texts = []
      for (const file of files) texts.push(await textOf(file))
      const numbers = texts.map((text) =>
        (parse(text, { columns: true }) as Read[]).map((row) => row['*InvoiceNo']),
      )
      expect(files.map((file) => file.name)).toEqual(
        perFile === 40 ? ['-1.csv', '-2.csv', '-3.csv'].map(name) : [name('.csv')],
      )
      expect(numbers.map((each) => new Set(each).size)).toEqual(perFile === 40 ? [40, 40, 21] : [101])
      const { columns, rows } = sheets.quickbooks
      const whole = await textOf({ columns, rows: rows(database, days, accounts) })
      expect(numbers.flat()).toEqual(
        (parse(whole, { columns: true }) as Read[]).map((row) => row['*InvoiceNo']),
      )
    }
    const desk = await deskAs(shop, 'books')
    const span = 'from=2026-01-01&to=2027-12-31'
    const answer = await desk
      .get(`${deskApiRoutes.booksCsv}?kind=quickbooks&${span}`)
      .parse((res, done) => void buffer(res as never).then((bytes) => done(null, bytes)))
      .expect(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name('.zip')}"`,
    })
    const zipped = unzipSync(new Uint8Array(answer.body))
    expect(Object.keys(zipped)).toEqual([name('-1.csv'), name('-2.csv')])
    const dir = mkdtempSync(join(tmpdir(), 'books-'))
    const command = ['--from', '2026-01-01', '--to', '2027-12-31', '--csv', 'quickbooks', '--out', dir]
    const told = await runAdmin(shop.environment, 'books', ...command)
    expect(told.stdout).toBe(`${join(dir, name('-1.csv'))}\n${join(dir, name('-2.csv'))}\n`)
    for (const file of readdirSync(dir))
      expect(readFileSync(join(dir, file), 'utf8')).toBe(strFromU8(zipped[file] ?? new Uint8Array()))
  })

  test('are all in the files, even behind pages of nothing but corrections', async () => {
    const { database } = (await openShop(await deskOptions())).ctx
    const sale = (index: number, isCorrected: boolean) => {
      // Corrections follow 40 days after the invoices.
      const dates = { ...uncancelled, invoicedAt: isCorrected ? index : index + 41 * 24 * 60, isCorrected }
      const sold = { total: 22_900, qty: 1, discount: 0, country: 'AU' as const, rate: undefined, ...dates }
      return historyOf({ ...sold, notes: [], payments: [] }, index)
    }
    const corrected = pageSize / 5
    const histories = Array.from({ length: corrected + 3 }, (_, index) => sale(index, index < corrected))
    await store(database.db, histories)
    const days = { from: '2026-01-01' as Day, to: '2027-12-31' as Day, timeZone }
    const files = await bookFiles(database, { kind: 'quickbooks', days, accounts }, corrected)
    const counts = []
    for (const { columns, rows } of files) {
      let text = ''
      for await (const lines of linesOf(columns, rows)) text += lines
      counts.push((parse(text, { columns: true }) as Read[]).length)
    }
    expect(counts).toEqual([corrected, 3])
  })

  test.each([
    ['GST on Income', 'AU', true],
    ['GST Free Exports', 'NZ', true],
    ['BAS Excluded', 'AU', false],
  ])('name Xero’s tax %s for a sale to %s by a seller with tax: %s', async (taxType, country, isTaxed) => {
    const { library } = await deskOptions()
    if (!library) throw new Error('no library')
    const { typed } = library
    const pricing = isTaxed ? typed.pricing : { ...typed.pricing, tax: null }
    const clock = () => new Date('2026-11-22T02:00:00Z')
    const shop = await openShop({ library: { ...library, typed: { ...typed, pricing } }, clock })
    const customer = { name: 'Ada Byron', email: 'ada@example.com', country }
    await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    const desk = await deskAs(shop, 'books')
    const { text } = await desk.get(`${deskApiRoutes.booksCsv}?kind=xero`).expect(200)
    expect(parse(text, { columns: true })).toMatchObject([
      { '*TaxType': taxType, '*InvoiceDate': '22/11/2026', '*DueDate': '06/12/2026' },
    ])
  })

  test.each(['accrual', 'cash'] as const)(
    'show documents that add up to the figure, whatever is issued meanwhile (%s)',
    onBoth,
    async (basis) => {
      const { database } = await databases.create()
      const sales = (index: number): History => {
        const [notes, payments] = [[], [{ at: minutes, share: 100 }]]
        const dates = { ...uncancelled, invoicedAt: 100, isCorrected: false }
        return historyOf(
          { total: 22_900, qty: 1, discount: 0, country: 'AU', rate: undefined, notes, payments, ...dates },
          index,
        )
      }
      await store(database.db, [sales(0)])
      let issued = 0
      const reports = database.reports.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          issued += 1
          await add(database.db, [sales(issued)])
          return result
        },
      })
      const days = { from: '2026-01-01' as Day, to: '2027-12-31' as Day, timeZone }
      const { g1, behind, documents } = await viewBooks({ ...database, reports }, days, {
        basis,
        figure: 'g1',
      })
      expect(issued).toBeGreaterThan(0)
      expect([g1, behind.g1.documents, documents.flat().length]).toEqual([22_900, 1, 1])
      expect((await viewBooks(database, days, { basis, figure: 'g1' })).g1).toBeGreaterThan(22_900)
    },
  )

  test('of many documents are read and sent in pages, once for all who ask meanwhile, on either basis', async () => {
    const { database } = await databases.create()
    const { db } = database
    const sale = (index: number) => {
      const [notes, payments] = [[], [{ at: index, share: 100 }]]
      const dates = { ...uncancelled, invoicedAt: index, isCorrected: false }
      return historyOf(
        { total: 22_900, qty: 1, discount: 0, country: 'AU', rate: undefined, notes, payments, ...dates },
        index,
      )
    }
    const count = pageSize + 100
    for (let start = 0; start < count; start += 100) {
      await add(
        db,
        Array.from({ length: 100 }, (_, index) => sale(start + index)),
      )
    }
    for (const basis of ['accrual', 'cash'] as const) {
      let pages = 0
      const reports = database.reports.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          pages += 1
          expect(result.rows.length).toBeLessThanOrEqual(pageSize)
          return result
        },
      })
      const days = { from: '2026-01-01' as Day, to: '2027-12-31' as Day, timeZone }
      const ask = () => viewBooks({ ...database, reports }, days, { basis, figure: 'g1' })
      const [view, other] = await Promise.all([ask(), ask()])
      expect(other).toBe(view)
      expect(pages).toBe(2)
      expect(await ask()).not.toBe(view)
      const parts: string[] = []
      for await (const part of writeBooks(view)) parts.push(part)
      expect(parts.length).toBe(2 + Math.ceil(count / 1000))
      const { documents, behind, shown } = JSON.parse(parts.join(''))
      expect(documents).toEqual(Array.from({ length: count }, (_, index) => `INV-${count - 1 - index}`))
      expect([behind.g1.documents, shown.length]).toEqual([count, 50])
    }
  })

  test('count a cancelled order’s money as given back on the day that it leaves', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    const { id, number } = body.order
    clock.now += 60_000
    await desk.post(deskApiRoutes.payments(id), { amount: 4400, date: '2026-11-22' }).expect(201)
    clock.now += 60_000
    await desk.post(`${deskApiRoutes.order(id)}/cancel`).expect(200)
    const books = async (from: Day, to: Day, basis: string) =>
      (await desk.get(`${deskApiRoutes.books}?from=${from}&to=${to}&basis=${basis}`).expect(200)).body
    const cash = { g1: 4400, '1a': 400, sales: 4400, adjustments: 0 }
    expect(await books('2026-10-01', '2026-12-31', 'cash')).toMatchObject(cash)
    expect(await books('2026-10-01', '2026-12-31', 'accrual')).toMatchObject({ g1: 0, '1a': 0 })
    clock.now = Date.parse('2027-01-05T02:00:00Z')
    await desk.post(deskApiRoutes.refunds(id), { credit: true, confirm: number }).expect(200)
    expect(await books('2026-10-01', '2026-12-31', 'cash')).toMatchObject(cash)
    const back = { g1: -4400, '1a': -400, sales: 0, adjustments: 4400 }
    expect(await books('2027-01-01', '2027-03-31', 'cash')).toMatchObject(back)
    expect(await books('2027-01-01', '2027-03-31', 'accrual')).toMatchObject({ g1: 0, '1a': 0 })
  })

  test('count a corrected invoice once, on its first day, and name the one in force', async () => {
    const clock = { now: Date.parse('2026-09-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'owner')
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const { id } = placed.order
    const buyer = { name: 'Grace Hopper', companyName: 'Second Stage' }
    for (const companyName of ['First Stage', 'Second Stage']) {
      clock.now += 40 * 24 * 60 * 60_000
      const path = `${deskApiRoutes.order(id)}/buyer`
      await desk.post(path, { ...buyer, companyName, abn: '', purchaseOrder: 'PO-7' }).expect(200)
    }
    const { documents } = (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    const [first, second, last] = documents.map(({ number }: { number: string }) => number)
    const days = 'from=2026-07-01&to=2026-09-30'
    for (const basis of ['accrual', 'cash']) {
      const { body } = await desk.get(`${deskApiRoutes.books}?${days}&basis=${basis}`).expect(200)
      expect(body.documents).toEqual([last])
      expect(body.shown).toMatchObject([{ number: last, replaces: first, buyer: 'Second Stage' }])
      const later = await desk.get(`${deskApiRoutes.books}?from=2026-10-01&to=2027-03-31&basis=${basis}`)
      expect(later.body).toMatchObject({ g1: 0, documents: [] })
    }
    const read = async (kind: string) =>
      parse((await desk.get(`${deskApiRoutes.booksCsv}?kind=${kind}&${days}`).expect(200)).text, {
        columns: true,
      })
    expect(await read('payments')).toMatchObject([{ source: 'card', 'entered by': 'The card provider' }])
    expect(await read('documents')).toMatchObject([
      {
        number: last,
        date: '2026-09-22',
        issued: '2026-12-11',
        replaces: `${first}, ${second}`,
        buyer: 'Grace Hopper',
        company: 'Second Stage',
      },
    ])
    for (const line of await read('lines')) expect(line).toMatchObject({ document: last, date: '2026-09-22' })
    const [line] = await read('xero')
    expect(line).toMatchObject({
      '*ContactName': 'Second Stage',
      '*InvoiceNumber': last,
      '*InvoiceDate': '22/09/2026',
      Reference: `PO-7, replaces ${first}, replaces ${second}`,
    })
  })

  test('of a seller without tax name no sale at home a sale abroad', async () => {
    const { library } = await deskOptions()
    if (!library) throw new Error('no library')
    const { typed } = library
    const pricing = { ...typed.pricing, tax: null }
    const shop = await openShop({ library: { ...library, typed: { ...typed, pricing } } })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const desk = await deskAs(shop, 'books')
    for (const basis of ['accrual', 'cash']) {
      const { body } = await desk.get(`${deskApiRoutes.books}?basis=${basis}&figure=g2`).expect(200)
      expect(body).toMatchObject({ g1: placed.order.total, g2: 0, '1a': 0, documents: [] })
    }
  })

  test.each([true, false])(
    'show tax where there was any, though the seller’s ended: %s',
    async (wasTaxed) => {
      const { library } = await deskOptions()
      if (!library) throw new Error('no library')
      const untaxed = { ...library.typed, pricing: { ...library.typed.pricing, tax: null } }
      const changing = { ...library, typed: wasTaxed ? library.typed : untaxed }
      const shop = await openShop({ library: changing })
      const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      changing.typed = untaxed
      const headers = { Cookie: await cookieOf(shop, 'owner') }
      for (const path of [deskRoutes.home, deskRoutes.books, deskRoutes.order(body.order.number)]) {
        const { text } = await supertest(shop.app).get(path).set(headers).expect(200)
        expect([path, /data-l="(?:With )?(?:Tax|GST)"/.test(text)]).toEqual([path, wasTaxed])
      }
    },
  )

  test('are of ten years at most, the first day first', () => {
    const now = new Date('2026-11-22T02:00:00Z')
    const ask = (from: Day, to: Day) => bookDays({ from, to }, { timeZone, now })
    expect(ask('2016-07-01', '2026-06-30')).toEqual({ from: '2016-07-01', to: '2026-06-30', timeZone })
    expect(() => ask('2016-07-01', '2026-07-01')).toThrow('At most 10 years')
    expect(() => ask('2026-07-01', '2026-06-30')).toThrow('before the first')
  })

  test('are this quarter’s unless days are given, and the command line says the same', async () => {
    const now = new Date('2026-11-22T02:00:00Z')
    const shop = await openShop(await deskOptions({ clock: () => now }))
    const { db } = shop.ctx.database
    const sales: Sale = {
      total: 22_900,
      qty: 1,
      discount: 0,
      country: 'AU',
      rate: undefined,
      invoicedAt: (Date.parse('2026-11-01T00:00:00Z') - first) / 60_000,
      isCorrected: true,
      ...uncancelled,
      notes: [{ at: minutes, share: 50, isByBank: false }],
      payments: [],
    }
    await store(db, [historyOf(sales, 1)])
    const desk = await deskAs(shop, 'books')
    const { body } = await desk.get(deskApiRoutes.books).expect(200)
    expect(body).toMatchObject({
      from: '2026-10-01',
      to: '2026-12-31',
      basis: 'accrual',
      g1: 22_900,
      g2: 0,
      g3: 0,
      '1a': 2082,
      whole: { g1: 229, '1a': 20 },
      documents: ['INV-1-2'],
      shown: [{ number: 'INV-1-2', replaces: 'INV-1', orderNumber: '2026-000001', total: 22_900, tax: 2082 }],
    })
    const cash = await desk.get(`${deskApiRoutes.books}?basis=cash&from=2026-01-01&to=2026-12-31`).expect(200)
    expect(cash.body).toMatchObject({ g1: 0, documents: [] })
    const file = await desk.get(`${deskApiRoutes.booksCsv}?kind=xero`).expect(200)
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
    expect(file.text.split('\r\n')).toHaveLength(3)
    for (const wrong of ['kind=all', 'kind=xero&from=x', 'kind=xero&from=2016-01-01&to=2026-01-01']) {
      await desk.get(`${deskApiRoutes.booksCsv}?${wrong}`).expect(422)
    }
    const days = ['--from', '2026-10-01', '--to', '2026-12-31']
    const told = await runAdmin(shop.environment, 'books', ...days, '--json')
    expect(JSON.parse(told.stdout)).toEqual(body)
    const csv = await runAdmin(shop.environment, 'books', ...days, '--csv', 'xero')
    expect(csv.stdout).toBe(file.text)
    expect((await runAdmin(shop.environment, 'books', ...days)).stdout).toContain('$229.00   write 229')
  })
})

test('a quarter is the one that its days are in', () => {
  expect(quarterOf('2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(quarterOf('2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  expect(endOfDay(timeZone, '2026-09-30').getTime() + 1).toBe(startOfDay(timeZone, '2026-10-01').getTime())
})
