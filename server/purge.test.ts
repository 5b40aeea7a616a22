import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'
import { createHourlyPurge, purge } from './purge.ts'
import type { Database } from './runtime/db/database.ts'
import { describeOnBothEngines } from './testing/support/databases.ts'
import { useShops } from './testing/support/shop.ts'

const now = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()

async function storeEvents(
  { db }: Database,
  events: [id: string, receivedAt: string, processedAt: string | null][],
) {
  const rows = events.map(([event_id, received_at, processed_at]) => ({
    provider: 'stripe',
    event_id,
    type: 'charge.refunded',
    order_id: null,
    payment_intent: null,
    received_at,
    processed_at,
    next_attempt_at: received_at,
  }))
  await db.insertInto('webhook_events').values(rows).execute()
}

async function storeKeys(
  { db }: Database,
  keys: [hash: string, createdAt: string, leasedUntil: string | null][],
) {
  const rows = keys.map(([key_hash, created_at, leased_until]) => ({
    key_hash,
    fingerprint: 'body',
    order_id: null,
    leased_until,
    lease: null,
    created_at,
  }))
  await db.insertInto('idempotency_keys').values(rows).execute()
}

async function left({ db }: Database) {
  const events = await db.selectFrom('webhook_events').select('event_id').orderBy('event_id').execute()
  const keys = await db.selectFrom('idempotency_keys').select('key_hash').orderBy('key_hash').execute()
  return [...events.map(({ event_id }) => event_id), ...keys.map(({ key_hash }) => key_hash)]
}

describeOnBothEngines('the purge', (databases) => {
  const { create } = databases
  const openShop = useShops(databases)

  test('is one of the background jobs', async () => {
    const { ctx } = await openShop({ clock: () => now })
    await storeEvents(ctx.database, [
      ['evt_old', daysAgo(92), daysAgo(92)],
      ['evt_newest', daysAgo(91), daysAgo(91)],
    ])
    const jobs = startJobs(ctx)
    await expect.poll(() => left(ctx.database)).toEqual(['evt_newest'])
    await jobs.stop()
  })

  test('deletes old deliveries of webhooks, but none that is still to be sent', async () => {
    const { database } = await create()
    const row = { type: 'order.paid', url: 'https://crm.example', payload: '{}', attempts: 1 }
    const rest = {
      ...row,
      leased_until: null,
      lease: null,
      last_error: null,
      sent_at: null,
      retried_at: null,
    }
    for (const [id, status, days] of [
      ['sent', 'sent', 91],
      ['given-up', 'dead', 91],
      ['waiting', 'queued', 91],
      ['young', 'sent', 89],
    ] as const) {
      const own = { id, dedupe_key: id, status, created_at: daysAgo(days), next_attempt_at: daysAgo(days) }
      await database.db
        .insertInto('webhook_deliveries')
        .values({ ...rest, ...own })
        .execute()
    }
    await purge(database.db, now)
    const kept = await database.db.selectFrom('webhook_deliveries').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual(['waiting', 'young'])
  })

  test('deletes old events that were worked off and old keys, and nothing else', async () => {
    const { database } = await create()
    await storeEvents(database, [
      ['evt_old', daysAgo(91), daysAgo(91)],
      ['evt_unprocessed', daysAgo(400), null],
      ['evt_processed_late', daysAgo(91), daysAgo(89)],
      ['evt_young', daysAgo(1), daysAgo(1)],
    ])
    await storeKeys(database, [
      ['key_old', daysAgo(31), null],
      ['key_left_by_the_dead', daysAgo(31), daysAgo(31)],
      ['key_in_use', daysAgo(31), daysAgo(-1)],
      ['key_young', daysAgo(29), null],
    ])
    expect(await purge(database.db, now)).toBe(false)
    const kept = ['evt_processed_late', 'evt_unprocessed', 'evt_young', 'key_in_use', 'key_young']
    expect(await left(database)).toEqual(kept)
  })

  test('deletes sign-ins long after they are over, and no link or session that still opens something', async () => {
    const { database } = await create()
    const { db } = database
    const signIn = (name: string, expiresAt: string) => ({
      token_hash: name,
      purpose: 'licences',
      email: 'ada@example.com',
      created_at: daysAgo(400),
      expires_at: expiresAt,
    })
    for (const [name, expiresAt] of [
      ['over_long', daysAgo(91)],
      ['over', daysAgo(89)],
      ['open', daysAgo(-1)],
    ] as const) {
      const row = signIn(name, expiresAt)
      await db
        .insertInto('mail_links')
        .values([
          { ...row, subject: null, spent_at: null },
          { ...row, token_hash: `${name}_spent`, subject: null, spent_at: daysAgo(300) },
        ])
        .execute()
      await db
        .insertInto('sessions')
        .values([
          { ...row, seen_at: daysAgo(400), ended_at: null },
          { ...row, token_hash: `${name}_ended`, seen_at: daysAgo(400), ended_at: daysAgo(300) },
        ])
        .execute()
    }
    expect(await purge(db, now)).toBe(false)
    const kept = async (table: 'mail_links' | 'sessions') =>
      (await db.selectFrom(table).select('token_hash').orderBy('token_hash').execute()).map(
        ({ token_hash }) => token_hash,
      )
    expect(await kept('mail_links')).toEqual(['open', 'open_spent', 'over', 'over_spent'])
    expect(await kept('sessions')).toEqual(['open', 'open_ended', 'over', 'over_ended'])
  })

  test('takes a thousand sessions a time too', async () => {
    const { database } = await create()
    const { db } = database
    const ids = Array.from({ length: 1500 }, (_, index) => `hash_${index}`)
    for (const part of [ids.slice(0, 750), ids.slice(750)]) {
      const rows = part.map((token_hash) => ({
        token_hash,
        purpose: 'licences',
        email: 'ada@example.com',
        created_at: daysAgo(100),
        seen_at: daysAgo(100),
        expires_at: daysAgo(99),
        ended_at: null,
      }))
      await db.insertInto('sessions').values(rows).execute()
    }
    expect(await purge(db, now)).toBe(true)
    expect(await purge(db, now)).toBe(false)
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('takes a thousand a time, says that there is more, and goes on before the hour is over', async () => {
    const { database } = await create()
    const old = Array.from({ length: 1500 }, (_, index): [string, string, string] => [
      `evt_${index}`,
      daysAgo(100),
      daysAgo(100),
    ])
    await storeEvents(database, [...old, ['evt_young', daysAgo(1), daysAgo(1)]])
    const clock = vi.fn(() => now)
    const purgeHourly = createHourlyPurge({ database, clock, random: randomBytes })
    await purgeHourly()
    expect(await left(database)).toHaveLength(501)
    await purgeHourly()
    expect(await left(database)).toEqual(['evt_young'])

    await storeEvents(database, old.slice(0, 1))
    clock.mockReturnValue(new Date(now.getTime() + 59 * 60_000))
    await purgeHourly()
    expect(await left(database)).toHaveLength(2)
    clock.mockReturnValue(new Date(now.getTime() + 60 * 60_000))
    await purgeHourly()
    expect(await left(database)).toEqual(['evt_young'])
  })
})
