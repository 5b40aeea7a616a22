import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { contactReceiptSchema } from '#shared/contact/contact.ts'
import { referencePattern } from '#shared/contact/contact-reference.ts'
import { type Database, openDatabase } from '../../runtime/db/database.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { site } from '../../testing/support/site.ts'
import { findMessage, listMessages } from './messages.ts'
import { unverifiedPerHour } from './quarantine.ts'
import { type Incoming, repeatWindow, storeMessage } from './store-message.ts'

const incoming: Incoming = {
  message: { name: 'Ada', email: 'ada@example.com', topic: 'support', message: 'It scrolls backwards.' },
  verified: true,
  quarantined: false,
}
const start = new Date('2026-03-01T09:00:00Z')
const storing = { site, now: start, random: randomBytes }
const later = (ms: number) => ({ ...storing, now: new Date(start.getTime() + ms) })
const saying = (message: string, change: Partial<Incoming> = {}): Incoming => ({
  ...incoming,
  ...change,
  message: { ...incoming.message, message },
})

describeOnBothEngines('a message', ({ create }) => {
  test('is stored together with the mails to us and to its sender', async () => {
    const { db } = (await create()).database
    const receipt = contactReceiptSchema.parse(await storeMessage(db, incoming, storing))
    expect(receipt.reference).toMatch(referencePattern)
    const found = await findMessage(db, receipt.reference.toLowerCase())
    expect(found).toMatchObject({ ...incoming.message, id: receipt.id, verified: 1, quarantined: 0 })
    expect(found?.mails).toMatchObject([
      { kind: 'contact_message', recipient: 'shop@company.example', status: 'queued', sent_at: null },
      { kind: 'contact_received', recipient: 'ada@example.com', status: 'queued', sent_at: null },
    ])
  })

  test('that comes fifty times at once, through several connections, is one message with its two mails', async () => {
    const { database, environment } = await create()
    const config = { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
    const others = await Promise.all([openDatabase(config), openDatabase(config)])
    const all: Database[] = [database, ...others]
    const receipts = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        storeMessage((all[index % all.length] as Database).db, incoming, storing),
      ),
    )
    await Promise.all(others.map(({ close }) => close()))
    expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(1)
    expect(await counts(database)).toEqual({ messages: 1, mails: 2 })
  })

  test('is another one when ten minutes have passed, also under a storm, or when anything in it differs', async () => {
    const { database } = await create()
    const { db } = database
    const first = await storeMessage(db, incoming, storing)
    expect(await storeMessage(db, incoming, later(repeatWindow - 1))).toEqual(first)
    const storm = await Promise.all(
      Array.from({ length: 20 }, () => storeMessage(db, incoming, later(repeatWindow))),
    )
    expect(new Set(storm.map(({ id }) => id)).size).toBe(1)
    expect(storm[0]?.id).not.toBe(first.id)
    expect(await storeMessage(db, incoming, later(2 * repeatWindow - 1))).toEqual(storm[0])
    await storeMessage(db, saying('It scrolls forwards.'), storing)
    expect(await counts(database)).toEqual({ messages: 3, mails: 6 })
  })

  test('draws another reference when its own is taken', async () => {
    const { db } = (await create()).database
    const drawn: string[] = []
    // The first two references come from the same bytes.
    const random = (size: number) => {
      const bytes = size === 6 && drawn.length < 2 ? Buffer.alloc(6) : randomBytes(size)
      if (size === 6) drawn.push(bytes.toString('hex'))
      return bytes
    }
    const first = await storeMessage(db, incoming, { ...storing, random })
    const second = await storeMessage(db, saying('Another question.'), { ...storing, random })
    expect(first.reference).toBe('C-000000')
    expect(second.reference).not.toBe(first.reference)
    expect(drawn).toHaveLength(3)
  })

  test('in quarantine has no mails, and never stands for the same words of a person', async () => {
    const { database } = await create()
    const { db } = database
    const page = { after: null, limit: 9, sort: '-createdAt' } as const
    const trapped = await storeMessage(db, { ...incoming, verified: false, quarantined: true }, storing)
    const { id } = await storeMessage(db, incoming, storing)
    expect(id).not.toBe(trapped.id)
    expect((await findMessage(db, trapped.id))?.mails).toEqual([])
    expect((await listMessages(database, { state: 'quarantined' }, page)).rows).toMatchObject([
      { id: trapped.id },
    ])
    expect((await listMessages(database, {}, page)).rows).toMatchObject([{ id }])
  })

  test('that nobody verified is mailed to us alone, so many an hour, and then kept in quarantine', async () => {
    const { database } = await create()
    const { db } = database
    for (let n = 0; n <= unverifiedPerHour; n++) {
      await storeMessage(db, saying(`Message number ${n}`, { verified: false }), later(n))
    }
    expect(await counts(database)).toEqual({ messages: unverifiedPerHour + 1, mails: unverifiedPerHour })
    const mails = await db.selectFrom('mails').select('recipient').distinct().execute()
    expect(mails).toEqual([{ recipient: 'shop@company.example' }])
    await storeMessage(db, saying('A person, meanwhile', { verified: true }), later(100))
    await storeMessage(db, saying('An hour later', { verified: false }), later(3_600_100))
    expect(await counts(database)).toMatchObject({ mails: unverifiedPerHour + 3 })
  })

  test('keeps its reference when the hour’s number is reached meanwhile; what a person repeats comes out of quarantine', async () => {
    const { database } = await create()
    const { db } = database
    const unverified = (n: number) =>
      storeMessage(db, saying(`Message number ${n}`, { verified: false }), storing)
    const receipts = []
    for (let n = 0; n <= unverifiedPerHour; n++) receipts.push(await unverified(n))
    expect(await unverified(0)).toEqual(receipts[0])
    expect(await unverified(unverifiedPerHour)).toEqual(receipts.at(-1))
    expect(await counts(database)).toEqual({ messages: unverifiedPerHour + 1, mails: unverifiedPerHour })

    const verified = saying(`Message number ${unverifiedPerHour}`)
    const { id } = await storeMessage(db, verified, storing)
    expect(await findMessage(db, id)).toMatchObject({ quarantined: 0, mails: [{}, {}] })
    expect((await unverified(unverifiedPerHour)).id).toBe(id)
    expect((await storeMessage(db, verified, storing)).id).toBe(id)
  })

  test('leaves nothing behind when its mails can’t be stored', async () => {
    const { database } = await create()
    const { db } = database
    await db.schema.alterTable('mails').renameTo('mails_gone').execute()
    await expect(storeMessage(db, incoming, storing)).rejects.toThrow()
    expect(await db.selectFrom('messages').select('id').execute()).toEqual([])
  })
})

async function counts({ db }: Database) {
  const count = async (table: 'messages' | 'mails') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  return { messages: await count('messages'), mails: await count('mails') }
}
