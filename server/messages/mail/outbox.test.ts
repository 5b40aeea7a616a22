import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { enqueueMail, mailQueue, outboxDepth } from './outbox.ts'

const now = new Date('2026-11-20T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const at = (time: Date) => ({ now: time, random: randomBytes })

const mail = (dedupeKey: string) => ({
  kind: 'contact_received' as const,
  dedupeKey,
  recipient: 'a@b.example',
})

describeOnBothEngines('the outbox', ({ create }) => {
  test('tells how much waits, since when, and what was given up', async () => {
    const {
      database: { db },
    } = await create()
    for (let index = 0; index < 3; index += 1) await enqueueMail(db, mail(`mail ${index}`), at(now))
    expect(await outboxDepth(db, later(90_000))).toEqual({ queued: 3, oldestSeconds: 90, dead: 0 })
    const dead = (await mailQueue.lease(db, at(now))) as MailRow
    await mailQueue.settle(db, dead, { status: 'dead', last_error: 'x' })
    for (const row of await mailQueue.list(db, { status: 'queued', limit: 9 })) {
      await mailQueue.settle(db, row, { status: 'sent', sent_at: now.toISOString() })
    }
    expect(await outboxDepth(db, later(90_000))).toEqual({ queued: 0, oldestSeconds: 0, dead: 1 })
  })
})
