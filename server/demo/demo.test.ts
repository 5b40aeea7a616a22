import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { readConfig } from '../config.ts'
import { sheets } from '../desk/books/csv.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { linesOf } from '../web/http/csv.ts'
import { staff } from './people.ts'
import { runDemo } from './run-demo.ts'

const end = new Date('2026-11-22T02:00:00Z')

describeOnBothEngines('a demonstration', ({ create }) => {
  test('fills an empty database with people who are marked as made up, and touches no other', async () => {
    const { database, environment } = await create()
    const config = readConfig({ ...environment })
    const counts = await runDemo(config, { orders: 12, seed: 3, end })
    expect(counts.orders).toBeGreaterThan(12)
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)

    const orders = await database.db.selectFrom('orders').selectAll().orderBy('created_at').execute()
    for (const { customer_name, customer_email, company_name } of orders) {
      expect(customer_name).toMatch(/^Demonstration /)
      expect(customer_email).toMatch(/@example\.com$/)
      if (company_name) expect(company_name).toMatch(/^Demonstration /)
    }
    expect(orders[0]?.created_at).toMatch(/^202[45]-/)
    expect(orders.every(({ created_at }) => created_at <= end.toISOString())).toBe(true)
    expect(new Set(orders.map(({ payment_method }) => payment_method))).toEqual(new Set(['card', 'invoice']))
    const quoted = await database.db.selectFrom('quotes').select('order_id').execute()
    expect(quoted.some(({ order_id }) => order_id !== null)).toBe(true)
    const letters = await database.db.selectFrom('messages').select('answered_by').execute()
    expect(letters.map(({ answered_by }) => answered_by)).toContain(staff.who)
    const imports = await database.db
      .selectFrom('imports')
      .select(['created', 'refused', 'choices'])
      .execute()
    expect(imports).toMatchObject([{ created: 3, refused: 0, choices: expect.stringContaining('gumroad') }])
    const queued = await database.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
    expect(queued).toEqual([])

    const documents = await database.db
      .selectFrom('invoices')
      .select(['kind', 'total'])
      .where('replaces', 'is', null)
      .where('kind', '!=', 'receipt')
      .execute()
    const issued = documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0)
    const days = { from: '2024-01-01' as Day, to: '2026-12-31' as Day, timeZone: 'Australia/Sydney' }
    for (const [kind, ...factors] of [
      ['documents', 'total'],
      ['lines', 'quantity', 'unit price'],
      ['xero', '*Quantity', '*UnitAmount'],
    ] as const) {
      const { columns, rows } = sheets[kind]
      let text = ''
      for await (const page of linesOf(columns, rows(database, days, { sales: '200' }))) text += page
      const read: Record<string, string>[] = parse(text, { columns: true })
      const cents = read.map((row) => factors.reduce((product, column) => product * Number(row[column]), 100))
      expect([kind, cents.reduce((sum, each) => sum + Math.round(each), 0)]).toEqual([kind, issued])
    }

    await expect(runDemo(config, { orders: 1, seed: 7, end })).rejects.toThrow('There are orders already')
  })
})
