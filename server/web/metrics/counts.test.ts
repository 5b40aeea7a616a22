import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { findBusyLicences } from '../../licences/licensing/machine-moves.ts'
import { outboxDepth } from '../../messages/mail/outbox.ts'
import { lookIntoQuarantine } from '../../people/contact/quarantine.ts'
import { purge } from '../../purge.ts'
import { pageSize } from '../../runtime/db/read-batches.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import { countByStatus, salesSince } from '../../shop/orders/order-store.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { site } from '../../testing/support/site.ts'

const now = new Date('2026-11-22T00:00:00Z')

const counts = {
  countByStatus,
  salesSince: (db: Kysely<Schema>) => salesSince(db, now),
  outboxDepth: (db: Kysely<Schema>) => outboxDepth(db, now),
  lookIntoQuarantine: (db: Kysely<Schema>) => lookIntoQuarantine(db, now),
  findBusyLicences: (db: Kysely<Schema>) => findBusyLicences(db, site, now),
  purge: (db: Kysely<Schema>) => purge(db, now),
}

test.each(Object.entries(counts))('%s reads no whole table', async (_name, count) => {
  const plans = await plansOf(count)
  expect(plans.length).toBeGreaterThan(0)
  const tables =
    /\b(SCAN) (orders|mails|messages|activations|webhook_events|idempotency_keys|statement_lines)\b(?! USING COVERING)/
  for (const { text, steps } of plans) for (const step of steps) expect(step, text).not.toMatch(tables)
})

describeOnBothEngines('counting orders', ({ create }) => {
  test('finds all of them, and lets others go on in between', async () => {
    const { db } = (await create()).database
    const statuses = ['pending', 'paid', 'paid'] as const
    const all = 2 * pageSize + 500
    await insertOrders(all)
    let turns = 0
    let counting = true
    const countTurns = () => {
      turns += 1
      if (counting) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const found = await countByStatus(db)
    counting = false
    const paid = Math.floor(all / 3) * 2 + Math.max(0, (all % 3) - 1)
    expect(Object.fromEntries(found)).toEqual({ pending: all - paid, paid })
    expect(turns).toBeGreaterThanOrEqual(3)

    async function insertOrders(count: number) {
      const rows = Array.from({ length: count }, (_, index) => orderRow(index, statuses[index % 3]))
      for (let first = 0; first < count; first += 500) {
        await db
          .insertInto('orders')
          .values(rows.slice(first, first + 500) as never)
          .execute()
      }
    }
  })
})

function orderRow(index: number, status: string | undefined) {
  const text = { price_version: 'v1', payment_method: 'card', created_at: now.toISOString(), currency: 'AUD' }
  const buyer = JSON.stringify({ name: 'Ada', email: 'ada@example.com', country: 'AU' })
  const id = `ord_${index}`
  return { id, number: id, status, total: 1, tax: 0, refunded: 0, revision: 1, ...text, buyer }
}
