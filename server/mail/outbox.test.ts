import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { MailRow } from '../db/rows/mails.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import {
  enqueueMail,
  leaseMail,
  leaseMs,
  listMails,
  markDead,
  markForRetry,
  markSent,
  outboxDepth,
  retryMails,
} from './outbox.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const at = (time: Date) => ({ now: time, random: randomBytes })

const mail = (dedupeKey: string) => ({
  kind: 'contact_received' as const,
  dedupeKey,
  recipient: 'a@b.example',
})

describeOnBothEngines('the outbox', ({ create }) => {
  async function createOutbox(mails: number) {
    const { database, environment } = await create()
    for (let index = 0; index < mails; index += 1) {
      await enqueueMail(database.db, mail(`mail ${index}`), at(now))
    }
    return { db: database.db, environment }
  }

  test('counts a mail once, however often it is enqueued, in transactions too', async () => {
    const { db } = await createOutbox(1)
    const again = Array.from({ length: 8 }, () =>
      db.transaction().execute((trx) => enqueueMail(trx, mail('mail 0'), at(later(1000)))),
    )
    await Promise.all(again)
    expect(await listMails(db, { limit: 9 })).toMatchObject([{ attempts: 0, created_at: now.toISOString() }])
  })

  test('has nothing of a transaction that failed', async () => {
    const { db } = await createOutbox(0)
    const failed = db.transaction().execute(async (trx) => {
      await enqueueMail(trx, mail('x'), at(now))
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await leaseMail(db, at(now))).toBeNull()
  })

  test('gives each mail to one of many workers', async () => {
    const { environment } = await createOutbox(30)
    const config = { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config)))
    const taken: string[] = []
    const work = async (index: number) => {
      const { db } = databases[index % 4] as (typeof databases)[0]
      for (let row = await leaseMail(db, at(now)); row; row = await leaseMail(db, at(now))) taken.push(row.id)
    }
    await Promise.all(Array.from({ length: 8 }, (_, index) => work(index)))
    await Promise.all(databases.map(({ close }) => close()))
    expect(taken).toHaveLength(30)
    expect(new Set(taken).size).toBe(30)
  })

  test('gives a mail to another worker when the lease has run out, and lets only that one put it back', async () => {
    const { db } = await createOutbox(1)
    const first = (await leaseMail(db, at(now))) as MailRow
    expect(await leaseMail(db, at(later(leaseMs - 1)))).toBeNull()
    const second = (await leaseMail(db, at(later(leaseMs)))) as MailRow
    expect([second.id, second.attempts]).toEqual([first.id, 2])
    await markDead(db, first, 'late')
    await markForRetry(db, first, 'late', later(0))
    expect(await listMails(db, { limit: 1 })).toMatchObject([{ status: 'queued', lease: second.lease }])
    await markForRetry(db, second, 'no answer', later(60_000 + leaseMs))
    expect(await leaseMail(db, at(later(leaseMs)))).toBeNull()
    expect(await leaseMail(db, at(later(60_000 + leaseMs)))).toMatchObject({ last_error: 'no answer' })
  })

  test('keeps a mail sent whose sender was late to say so', async () => {
    const { db } = await createOutbox(1)
    const first = (await leaseMail(db, at(now))) as MailRow
    const second = (await leaseMail(db, at(later(leaseMs)))) as MailRow
    await markSent(db, first, later(leaseMs))
    await markForRetry(db, second, 'refused', later(leaseMs))
    await markDead(db, second, 'refused')
    expect(await leaseMail(db, at(later(10 * leaseMs)))).toBeNull()
    expect(await listMails(db, { limit: 1 })).toMatchObject([{ status: 'sent', last_error: null }])
  })

  test('is retried by the operator: dead mails, or those named, never a sent one', async () => {
    const { db } = await createOutbox(3)
    const [dead, sent, waiting] = [
      (await leaseMail(db, at(now))) as MailRow,
      (await leaseMail(db, at(now))) as MailRow,
      (await leaseMail(db, at(now))) as MailRow,
    ]
    await markDead(db, dead, 'no such user')
    await markSent(db, sent, now)
    await markForRetry(db, waiting, 'busy', later(leaseMs))
    expect(await retryMails(db, 'dead', { who: 'command line', now: later(1), random: randomBytes })).toEqual(
      [dead.id],
    )
    expect(
      await retryMails(
        db,
        { ids: [sent.id, waiting.id, 'mail_none'] },
        { who: 'command line', now: later(1), random: randomBytes },
      ),
    ).toEqual([waiting.id])
    const due = [await leaseMail(db, at(later(1))), await leaseMail(db, at(later(1)))]
    expect(due.map((row) => row?.id).sort()).toEqual([dead.id, waiting.id].sort())
    expect(due.map((row) => row?.attempts)).toEqual([1, 1])
    expect(await leaseMail(db, at(later(1)))).toBeNull()
  })

  test('tells how much waits, since when, and what was given up', async () => {
    const { db } = await createOutbox(3)
    expect(await outboxDepth(db, later(90_000))).toEqual({ queued: 3, oldestSeconds: 90, dead: 0 })
    await markDead(db, (await leaseMail(db, at(now))) as MailRow, 'x')
    for (const row of await listMails(db, { status: 'queued', limit: 9 })) await markSent(db, row, now)
    expect(await outboxDepth(db, later(90_000))).toEqual({ queued: 0, oldestSeconds: 0, dead: 1 })
  })
})
