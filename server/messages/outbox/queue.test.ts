import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '../../runtime/db/database.ts'
import type { QueueRow } from '../../runtime/db/rows/queue.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { mailQueue } from '../mail/outbox.ts'
import { webhookQueue } from '../webhooks/queue.ts'
import type { Queue } from './queue.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const at = (time: Date) => ({ now: time, random: randomBytes })

type Outbox = Pick<Queue, 'leaseMs' | 'lease' | 'settle' | 'list' | 'retry'> & {
  enqueue(db: Db, key: string, from?: Date): Promise<boolean>
}

const outboxes: Record<string, Outbox> = {
  mails: {
    ...mailQueue,
    enqueue(db, key, from = now) {
      const mail = { kind: 'contact_received', order_id: null, message_id: null, recipient: 'a@b.example' }
      const none = { sent_copy: null, aside_reason: null }
      return mailQueue.enqueue(
        db,
        { id: `mail_${key}`, dedupe_key: key, params: '{}', ...mail, ...none },
        from,
      )
    },
  },
  webhooks: {
    ...webhookQueue,
    enqueue(db, key, from = now) {
      const message = { type: 'order.paid', url: 'https://hook.example/', payload: '{}' }
      return webhookQueue.enqueue(db, { id: `msg_${key}`, dedupe_key: key, ...message }, from)
    },
  },
}

for (const [name, outbox] of Object.entries(outboxes)) {
  const { leaseMs } = outbox

  describeOnBothEngines(`the outbox of ${name}`, ({ create }) => {
    async function fill(rows: number) {
      const { database, environment } = await create()
      for (let index = 0; index < rows; index += 1) await outbox.enqueue(database.db, `row_${index}`)
      return { db: database.db, environment }
    }

    test('counts a row once, however often it is enqueued, in transactions too', async () => {
      const { db } = await fill(1)
      const again = Array.from({ length: 8 }, () =>
        db.transaction().execute((trx) => outbox.enqueue(trx, 'row_0', later(1000))),
      )
      await Promise.all(again)
      expect(await outbox.list(db, { limit: 9 })).toMatchObject([
        { attempts: 0, created_at: now.toISOString() },
      ])
    })

    test('has nothing of a transaction that failed', async () => {
      const { db } = await fill(0)
      const failed = db.transaction().execute(async (trx) => {
        await outbox.enqueue(trx, 'x')
        throw new Error('on purpose')
      })
      await expect(failed).rejects.toThrow('on purpose')
      expect(await outbox.lease(db, at(now))).toBeNull()
    })

    test('gives out rows that are due at one time in the order of their ids', async () => {
      const { db } = await fill(0)
      for (const key of ['c', 'a', 'b']) await outbox.enqueue(db, key)
      for (const key of ['a', 'b', 'c']) {
        const row = await outbox.lease(db, at(now))
        expect(row?.id.split('_')).toContain(key)
      }
    })

    test('gives each row to one of many workers', async () => {
      const { environment } = await fill(30)
      const config = { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
      const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config)))
      const taken: string[] = []
      const work = async (index: number) => {
        const { db } = databases[index % 4] as (typeof databases)[0]
        for (let row = await outbox.lease(db, at(now)); row; row = await outbox.lease(db, at(now)))
          taken.push(row.id)
      }
      await Promise.all(Array.from({ length: 8 }, (_, index) => work(index)))
      await Promise.all(databases.map(({ close }) => close()))
      expect(taken).toHaveLength(30)
      expect(new Set(taken).size).toBe(30)
    })

    test('gives a row to another worker when the lease has run out, and lets only that one put it back', async () => {
      const { db } = await fill(1)
      const first = (await outbox.lease(db, at(now))) as QueueRow
      expect(await outbox.lease(db, at(later(leaseMs - 1)))).toBeNull()
      const second = (await outbox.lease(db, at(later(leaseMs)))) as QueueRow
      expect([second.id, second.attempts]).toEqual([first.id, 2])
      await outbox.settle(db, first, { status: 'dead', last_error: 'late' })
      await outbox.settle(db, first, { last_error: 'late', next_attempt_at: later(0).toISOString() })
      expect(await outbox.list(db, { limit: 1 })).toMatchObject([{ status: 'queued', lease: second.lease }])
      await outbox.settle(db, second, {
        last_error: 'no answer',
        next_attempt_at: later(60_000 + leaseMs).toISOString(),
      })
      expect(await outbox.lease(db, at(later(leaseMs)))).toBeNull()
      expect(await outbox.lease(db, at(later(60_000 + leaseMs)))).toMatchObject({ last_error: 'no answer' })
    })

    test('keeps a row sent whose sender was late to say so', async () => {
      const { db } = await fill(1)
      const first = (await outbox.lease(db, at(now))) as QueueRow
      const second = (await outbox.lease(db, at(later(leaseMs)))) as QueueRow
      await outbox.settle(db, first, {
        status: 'sent',
        sent_at: later(leaseMs).toISOString(),
        last_error: null,
      })
      await outbox.settle(db, second, {
        last_error: 'refused',
        next_attempt_at: later(leaseMs).toISOString(),
      })
      await outbox.settle(db, second, { status: 'dead', last_error: 'refused' })
      expect(await outbox.lease(db, at(later(10 * leaseMs)))).toBeNull()
      expect(await outbox.list(db, { limit: 1 })).toMatchObject([{ status: 'sent', last_error: null }])
    })

    test('is retried by the operator: dead rows, or those named, never a sent one', async () => {
      const { db } = await fill(3)
      const [dead, sent, waiting] = [
        (await outbox.lease(db, at(now))) as QueueRow,
        (await outbox.lease(db, at(now))) as QueueRow,
        (await outbox.lease(db, at(now))) as QueueRow,
      ]
      await outbox.settle(db, dead, { status: 'dead', last_error: 'no such user' })
      await outbox.settle(db, sent, { status: 'sent', sent_at: now.toISOString(), last_error: null })
      await outbox.settle(db, waiting, { last_error: 'busy', next_attempt_at: later(leaseMs).toISOString() })
      expect(
        await outbox.retry(db, 'dead', { who: 'command line', now: later(1), random: randomBytes }),
      ).toEqual([dead.id])
      expect(
        await outbox.retry(
          db,
          { ids: [sent.id, waiting.id, 'mail_none'] },
          { who: 'command line', now: later(1), random: randomBytes },
        ),
      ).toEqual([waiting.id])
      const due = [await outbox.lease(db, at(later(1))), await outbox.lease(db, at(later(1)))]
      expect(due.map((row) => row?.id).sort()).toEqual([dead.id, waiting.id].sort())
      expect(due.map((row) => row?.attempts)).toEqual([1, 1])
      expect(await outbox.lease(db, at(later(1)))).toBeNull()
    })
  })
}

test('the lists of unsent mails are read by their index', async () => {
  const plans = await plansOf(async (db) => {
    for (const status of ['queued', 'dead'] as const) await mailQueue.list(db, { status, limit: 9 })
    await mailQueue.retry(db, 'dead', { who: 'test', ...at(now) })
  })
  const ofMails = plans.filter(({ text }) => /^(select|update).* "mails"/.test(text))
  expect(ofMails).toHaveLength(3)
  for (const { text, steps } of ofMails) expect(steps.join(), text).toContain('mails_unsent')
})
