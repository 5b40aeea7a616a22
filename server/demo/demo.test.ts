import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type Day, dayIn, dayMs } from '#shared/calendar/calendar.ts'
import { readConfig } from '../config.ts'
import { sheets } from '../desk/books/csv.ts'
import { readMissedSearches } from '../people/help/missed-searches.ts'
import { attentionOf } from '../shop/orders/attention.ts'
import { describeOnEitherEngine } from '../testing/support/databases.ts'
import { linesOf } from '../web/http/csv.ts'
import { wrongAddress } from './last-weeks.ts'
import { staff } from './people.ts'
import { howToOpen, runDemo } from './run-demo.ts'
import { demoCodes } from './shop-life.ts'

const end = new Date('2026-11-22T02:00:00Z')

test('a demonstration is opened by variables that name its own database, whatever else is set', () => {
  expect(howToOpen('.demo')).toContain('DATABASE_URL= DATABASE_URL_FILE= DATA_DIR=.demo npm start')
})

describeOnEitherEngine('a demonstration', ({ create }) => {
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
    const days = (count: number) => new Date(end.getTime() + count * dayMs).toISOString()
    const open = await database.db
      .selectFrom('quotes')
      .select('valid_until')
      .where('state', '=', 'waiting')
      .where('valid_until', '>', days(0))
      .execute()
    expect(open.some(({ valid_until }) => valid_until < days(7))).toBe(true)
    expect(open.some(({ valid_until }) => valid_until > days(7))).toBe(true)
    const pending = orders.filter(({ status }) => status === 'pending').map(({ id }) => id)
    expect(quoted.some(({ order_id }) => order_id !== null && pending.includes(order_id))).toBe(true)
    const lines = await database.db.selectFrom('statement_lines').select('hash').execute()
    const booked = await database.db
      .selectFrom('payments')
      .select('order_id')
      .where('statement_line', 'is not', null)
      .execute()
    expect([lines.length, booked.length]).toEqual([4, 1])
    const codes = await database.db.selectFrom('discount_codes').select('code').execute()
    expect(codes.map(({ code }) => code).toSorted()).toEqual(Object.values(demoCodes).toSorted())
    const sales = database.db.selectFrom('activations').select('machine_id')
    const tried = await database.db
      .selectFrom('trials')
      .select('machine_id')
      .where('machine_id', 'in', sales)
      .execute()
    expect(tried.length).toBeGreaterThan(0)
    const missed = await readMissedSearches(database.reader, dayIn('Australia/Sydney', end))
    expect(missed[0]).toEqual({ words: 'foot pedal', times: 2 })
    const dead = await database.db
      .selectFrom('mails')
      .select('recipient')
      .where('status', '=', 'dead')
      .execute()
    expect(dead.map(({ recipient }) => recipient)).toContain(wrongAddress)
    const answered = await database.db
      .selectFrom('mails')
      .select('id')
      .where('kind', '=', 'contact_answer')
      .where('status', '=', 'sent')
      .where('sent_at', '>', days(-7))
      .execute()
    expect(answered.length).toBeGreaterThan(0)
    const letters = await database.db.selectFrom('messages').select('answered_by').execute()
    expect(letters.map(({ answered_by }) => answered_by)).toContain(staff.who)
    const imports = await database.db
      .selectFrom('imports')
      .select(['created', 'refused', 'choices'])
      .execute()
    expect(imports).toMatchObject([{ created: 3, refused: 0, choices: expect.stringContaining('gumroad') }])
    const disputed = orders.flatMap((order) => (order.status === 'disputed' ? [attentionOf(order)] : []))
    expect(disputed.map((attention) => attention?.isAnswered ?? false)).toEqual(
      expect.arrayContaining([true, false]),
    )
    const replaced = await database.db
      .selectFrom('invoices')
      .select('number')
      .where('replaces', 'is not', null)
      .execute()
    expect(replaced.length).toBeGreaterThan(0)
    const notes = await database.db
      .selectFrom('audit_entries')
      .select('act')
      .where('act', 'like', '%.note')
      .execute()
    expect(notes.map(({ act }) => act).toSorted()).toEqual(['customer.note', 'order.note'])
    const queued = await database.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
    expect(queued).toEqual([])

    const documents = await database.db
      .selectFrom('invoices')
      .select(['kind', 'total'])
      .where('replaces', 'is', null)
      .where('kind', '!=', 'receipt')
      .execute()
    const issued = documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0)
    const span = { from: '2024-01-01' as Day, to: '2026-12-31' as Day, timeZone: 'Australia/Sydney' }
    for (const [kind, ...factors] of [
      ['documents', 'total'],
      ['lines', 'quantity', 'unit price'],
      ['xero', '*Quantity', '*UnitAmount'],
    ] as const) {
      const { columns, rows } = sheets[kind]
      let text = ''
      for await (const page of linesOf(columns, rows(database, span, { sales: '200' }))) text += page
      const read: Record<string, string>[] = parse(text, { columns: true })
      const cents = read.map((row) => factors.reduce((product, column) => product * Number(row[column]), 100))
      expect([kind, cents.reduce((sum, each) => sum + Math.round(each), 0)]).toEqual([kind, issued])
    }

    await expect(runDemo(config, { orders: 1, seed: 7, end })).rejects.toThrow('There are orders already')
  })
})
