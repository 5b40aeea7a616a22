import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startJobs } from '../../jobs.ts'
import { createNudge } from '../../messages/mail/nudge.ts'
import type { Db } from '../../runtime/db/database.ts'
import { describeOnBothEngines, type TestDatabases } from '../../testing/support/databases.ts'
import { useShops } from '../../testing/support/shop.ts'
import { site } from '../../testing/support/site.ts'
import { lookIntoQuarantine, notifyOfQuarantine } from './quarantine.ts'
import { storeMessage } from './store-message.ts'

// Eleven at night on 1 March in Sydney.
const start = new Date('2026-03-01T12:00:00Z')
const hour = 60 * 60 * 1000
const day = 24 * hour

describeOnBothEngines('the quarantine', (databases) => {
  const openShop = useShops(databases)

  test('notifies once a day of the company’s, and only of new messages', async () => {
    const { db, trap, notify, notified } = await openQuarantine(databases)
    await notify(0)
    expect(await notified()).toEqual([])
    await trap(0)
    await trap(0)
    await Promise.all([notify(0), notify(0)])
    expect(await notified()).toEqual([
      ['quarantine:2026-03-01:shop@company.example', 'shop@company.example', 2],
    ])

    await trap(hour / 2)
    await notify(hour / 2)
    expect(await notified()).toHaveLength(1)
    await notify(2 * hour)
    await notify(day + 2 * hour)
    expect((await notified()).slice(1)).toEqual([
      ['quarantine:2026-03-02:shop@company.example', 'shop@company.example', 3],
    ])

    // Messages after a week without a look count too.
    await trap(7 * day)
    await notify(9 * day)
    await notify(10 * day)
    expect((await notified()).slice(2)).toEqual([
      ['quarantine:2026-03-10:shop@company.example', 'shop@company.example', 4],
    ])
    expect(await lookIntoQuarantine(db, later(9 * day))).toEqual({
      waiting: 4,
      newest: later(7 * day).toISOString(),
    })
    expect(await lookIntoQuarantine(db, later(31 * day))).toMatchObject({ waiting: 1 })
    expect(await lookIntoQuarantine(db, later(38 * day))).toBeNull()
  })

  test('is looked into along with the sweep', async () => {
    const { ctx } = await openShop({ clock: () => start })
    await trapOne(ctx.database.db, start, 'spam')
    const jobs = startJobs(ctx)
    const kinds = () => ctx.database.db.selectFrom('mails').select('kind').execute()
    await expect.poll(kinds).toEqual([{ kind: 'quarantine' }])
    await jobs.stop()
  })
})

const later = (ms: number) => new Date(start.getTime() + ms)

async function openQuarantine({ create }: TestDatabases) {
  const { database } = await create()
  const { db } = database
  const library = { typed: { site } } as Parameters<typeof notifyOfQuarantine>[0]['library']
  const parts = { database, library, random: randomBytes, outbox: createNudge() }
  let trapped = 0
  return {
    db,
    trap: (ms: number) => trapOne(db, later(ms), `spam ${trapped++}`),
    notify: (ms: number) => notifyOfQuarantine({ ...parts, clock: () => later(ms) }),
    notified: async () => {
      const mails = await db.selectFrom('mails').selectAll().orderBy('created_at').execute()
      return mails.map((mail) => [mail.dedupe_key, mail.recipient, JSON.parse(mail.params).waiting])
    },
  }
}

function trapOne(db: Db, now: Date, text: string) {
  const message = { name: 'Bot', email: 'bot@example.com', topic: 'other', message: text } as const
  const storing = { site, now, random: randomBytes }
  return storeMessage(db, { message, verified: false, quarantined: true }, storing)
}
