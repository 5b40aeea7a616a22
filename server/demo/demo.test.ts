import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { staff } from './people.ts'
import { runDemo } from './run-demo.ts'

const end = new Date('2026-11-22T02:00:00Z')

describeOnBothEngines('a demonstration', ({ create }) => {
  test('fills an empty database with people who are marked as made up, and touches no other', async () => {
    const { database, environment } = await create()
    const config = readConfig({ ...environment })
    const counts = await runDemo(config, { orders: 40, seed: 7, end })
    expect(counts.orders).toBeGreaterThan(40)
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
    const queued = await database.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
    expect(queued).toEqual([])

    await expect(runDemo(config, { orders: 1, seed: 7, end })).rejects.toThrow('There are orders already')
  })
})
