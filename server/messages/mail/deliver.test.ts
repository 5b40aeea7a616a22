import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { renderMail } from '../../mails.ts'
import { type Database, openDatabase } from '../../runtime/db/database.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { type DatabaseEnvironment, describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { messageSources } from '../../testing/support/mail-sources.ts'
import { site } from '../../testing/support/site.ts'
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../testing/support/smtp-server.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { type DeliveryParts, deliverNext } from './deliver.ts'
import { enqueueMail, mailQueue } from './outbox.ts'
import { createMailTransport } from './transport.ts'

const start = Date.parse('2025-01-20T10:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Short, so that tests needn't wait for silent servers. */
const impatient = { connect: 500, greeting: 300, silence: 300, whole: 600 }

describeOnEitherEngine('delivery', ({ create }) => {
  const open: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  async function openServer(options?: Parameters<typeof startSmtpServer>[0]): Promise<TestSmtpServer> {
    const server = await startSmtpServer(options)
    open.push(server.stop)
    return server
  }

  /** Fills an outbox, and stops the clock. */
  async function setUp(smtpUrl: string, mails = 1) {
    const { database, environment } = await create()
    await insertMessage(database)
    for (let index = 0; index < mails; index += 1) await enqueue(database, index)
    const time = { now: start }
    const { log, logged } = createLineLog()
    const counted: string[] = []
    const { db } = database
    const sources = messageSources(db)
    const context = {
      site,
      siteUrl: 'https://shop.example',
      cardPayments: false,
      sources,
    }
    const parts: DeliveryParts = {
      db,
      clock: () => new Date(time.now),
      random: randomBytes,
      log,
      render: (mail) => renderMail(mail, context),
      transport: createMailTransport({ smtpUrl, dataDir: environment.DATA_DIR }),
      count: (result) => counted.push(result),
    }
    return { database, environment, parts, time, logged, sources, counted }
  }

  test('by many workers at once sends each mail once', onBoth, async () => {
    const server = await openServer()
    const { environment, parts } = await setUp(server.url, 24)
    const databases = await Promise.all(Array.from({ length: 3 }, () => openDatabase(configOf(environment))))
    await Promise.all(
      [...databases, ...databases].map(async ({ db }) => {
        while (await deliverNext({ ...parts, db }));
      }),
    )
    await Promise.all(databases.map(({ close }) => close()))
    expect(recipientsOf(server.received)).toEqual(
      Array.from({ length: 24 }, (_, index) => addressOf(index)).sort(),
    )
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(24)
    const rows = await mailQueue.list(parts.db, { limit: 99 })
    expect(new Set(rows.map(({ status, attempts, lease }) => `${status} ${attempts} ${lease}`))).toEqual(
      new Set(['sent 1 null']),
    )
  })

  test('by a process killed once the server took it is repeated by the same Message-ID', onBoth, async () => {
    const server = await openServer()
    const { environment, parts, time, database } = await setUp(server.url)
    const arrived = new Promise<void>((resolve) => {
      server.onMail = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const script = fileURLToPath(new URL('../../testing/support/mail-process.ts', import.meta.url))
    const env = { ...process.env, ...environment, SMTP_URL: server.url, SITE_URL: 'https://shop.example' }
    const child = spawn(process.execPath, [script], { env, stdio: 'inherit' })
    await arrived
    child.kill('SIGKILL')
    await once(child, 'exit')

    server.onMail = () => 'accept'
    time.now = Date.now()
    expect(await deliverNext(parts)).toBe(false)
    time.now += 6 * minute
    expect(await deliverNext(parts)).toBe(true)
    expect(await statusesOf(database)).toEqual(['sent 2'])
    const [first, second] = server.received
    expect(server.received).toHaveLength(2)
    expect(second?.messageId).toMatch(/^<mail_\w+@shop\.example>$/)
    expect(second?.messageId).toBe(first?.messageId)
    expect(headerOf(second, 'Date')).toBe(headerOf(first, 'Date'))
  })

  test('to a server that takes it and hangs up is repeated by the same Message-ID', onBoth, async () => {
    const server = await openServer()
    server.onMail = () => 'drop'
    const { parts, time, database, counted } = await setUp(server.url)
    await deliverNext(parts)
    expect(await statusesOf(database)).toEqual(['queued 1'])
    server.onMail = () => 'accept'
    time.now += 2 * minute
    await deliverNext(parts)
    expect(await statusesOf(database)).toEqual(['sent 2'])
    expect(counted).toEqual(['retry', 'sent'])
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('never sends a mail of which no copy can be kept', async () => {
    const server = await openServer()
    const { parts, database } = await setUp(server.url)
    const render = async (mail: MailRow) => ({ ...(await parts.render(mail)), to: 'grace@example.com' })
    await deliverNext({ ...parts, render })
    expect(await statusesOf(database)).toEqual(['queued 1'])
    expect(server.received).toEqual([])
  })

  test('waits out greylisting', async () => {
    const server = await openServer()
    server.onRecipient = () => ({ code: 451, text: 'greylisted, come back later' })
    const { parts, time, database, logged } = await setUp(server.url)
    await deliverNext(parts)
    time.now += 50_000
    expect(await deliverNext(parts)).toBe(false)
    server.onRecipient = () => 'accept'
    time.now += 30_000
    expect(await deliverNext(parts)).toBe(true)
    expect(await statusesOf(database)).toEqual(['sent 2'])
    expect(logged.map(({ outcome, smtpCode, attempt }) => [outcome, smtpCode, attempt])).toEqual([
      ['retry', 451, 1],
      ['sent', 250, 2],
    ])
  })

  test.each([
    ['recipient', { onRecipient: () => ({ code: 550, text: `no such user ${addressOf(0)}` }) }],
    ['mail', { onMail: () => ({ code: 554, text: 'not\0 \u001b[31mtaken' }) }],
  ])('of a %s that is refused for good ends at once', async (_what, reaction) => {
    const server = Object.assign(await openServer(), reaction)
    const { parts, database, logged, counted } = await setUp(server.url)
    await deliverNext(parts)
    expect(await statusesOf(database)).toEqual(['dead 1'])
    expect(counted).toEqual(['dead'])
    const [row] = await mailQueue.list(parts.db, { limit: 1 })
    expect(row?.last_error).toMatch(/no such user|not \[31mtaken$/)
    const reason = expect.stringMatching(/no such user \[address\]|not \[31mtaken$/)
    expect(logged).toMatchObject([{ level: 'error', outcome: 'dead', kind: 'contact_received', reason }])
    expect(JSON.stringify(logged)).not.toContain(addressOf(0))
  })

  test('is tried again after what the operator can mend: sender or log-in refused', async () => {
    const server = await openServer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('sender not verified'), { responseCode: 550 })),
      onAuth: (_auth, _session, done) => done(new Error('wrong password')),
      allowInsecureAuth: true,
    })
    const { parts, time, database } = await setUp(server.url)
    await deliverNext(parts)
    expect(await statusesOf(database)).toEqual(['queued 1'])
    const withPassword = server.url.replace('//', '//user:wrong@')
    time.now += 2 * minute
    const transport = createMailTransport({ smtpUrl: withPassword, dataDir: '' })
    await deliverNext({ ...parts, transport })
    expect(await statusesOf(database)).toEqual(['queued 2'])
    const [row] = await mailQueue.list(parts.db, { limit: 1 })
    expect(row?.last_error).toMatch(/^EAUTH: .*535/)
  })

  test.each([
    ['never greets', { onConnect: () => {} }],
    ['never answers the sender', { onMailFrom: () => {} }],
  ])('to a server that %s is given up and tried again', async (_what, options) => {
    const server = await openServer(options)
    const { parts, database } = await setUp(server.url)
    await deliverNext({
      ...parts,
      transport: createMailTransport({ smtpUrl: server.url, dataDir: '' }, impatient),
    })
    expect(await statusesOf(database)).toEqual(['queued 1'])
    const [row] = await mailQueue.list(parts.db, { limit: 1 })
    expect(row?.last_error).toMatch(/^(ETIMEDOUT|EABORT)/)
  })

  test('to a server that is down for days arrives when it is up, each mail once', async () => {
    const server = await startSmtpServer()
    const { parts, time, database } = await setUp(server.url, 4)
    await server.stop()
    while (time.now < start + 3 * day) {
      await enqueue(database, 2)
      while (await deliverNext(parts));
      time.now += hour
    }
    const again = await openServer({ port: server.port })
    time.now += 2.5 * hour
    while (await deliverNext(parts));
    expect(recipientsOf(again.received)).toEqual([0, 1, 2, 3].map(addressOf))
    expect((await statusesOf(database)).every((status) => status.startsWith('sent'))).toBe(true)
  })

  test('to a host that there isn’t says so in the log', async () => {
    const { parts, logged } = await setUp('smtp://mail.invalid:587')
    await deliverNext(parts)
    expect(logged).toMatchObject([{ level: 'warn', outcome: 'retry' }])
    expect(logged[0]?.reason).toMatch(/(ENOTFOUND|EAI_AGAIN|EDNS).*mail\.invalid/)
  })

  test('is given up after more than five days', async () => {
    const server = await startSmtpServer()
    const { parts, time, database, logged } = await setUp(server.url)
    await server.stop()
    for (; time.now < start + 8 * day; time.now += hour) {
      while (await deliverNext(parts));
      if (time.now <= start + 5 * day) expect((await statusesOf(database))[0]).toMatch('queued')
    }
    expect(await statusesOf(database)).toEqual(['dead 67'])
    expect(logged.at(-1)).toMatchObject({ level: 'error', outcome: 'dead', attempt: 67 })
  })

  test('of a mail that ends its process every time is given up too', onBoth, async () => {
    const server = await openServer()
    const { parts, database } = await setUp(server.url)
    await parts.db.updateTable('mails').set({ attempts: 67 }).execute()
    await deliverNext(parts)
    expect([await statusesOf(database), server.received]).toEqual([['dead 68'], []])
  })

  test('of a mail that can’t be rendered is logged and tried again; of one whose message is gone it ends', async () => {
    const server = await openServer()
    const { parts, database, logged, sources } = await setUp(server.url)
    const renderWith = (message: typeof sources.message) => (mail: Parameters<typeof parts.render>[0]) =>
      renderMail(mail, {
        site,
        siteUrl: 'https://shop.example',
        cardPayments: false,
        sources: { ...sources, message },
      })
    const broken = renderWith(() => Promise.reject(new Error('no connection')))
    expect(await deliverNext({ ...parts, render: broken })).toBe(true)
    expect(await deliverNext({ ...parts, render: broken })).toBe(false)
    expect(await statusesOf(database)).toEqual(['queued 1'])
    expect(logged).toMatchObject([{ level: 'error', outcome: 'retry', err: { message: 'no connection' } }])
    const gone = renderWith(async () => null)
    await deliverNext({ ...parts, render: gone, clock: () => new Date(start + hour) })
    expect(await mailQueue.list(parts.db, { limit: 1 })).toMatchObject([
      { status: 'dead', last_error: 'its message is gone' },
    ])
    expect(server.received).toEqual([])
  })
})

async function insertMessage({ db }: Database): Promise<void> {
  const row = {
    id: 'msg_1',
    reference: 'C-7F3K2Q',
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'sales',
    message: 'Hello there.',
    quarantined: 0,
    verified: 1,
    repeat_key: null,
    created_at: new Date(start).toISOString(),
  }
  await db.insertInto('messages').values(row).execute()
}

function enqueue({ db }: Database, index: number): Promise<boolean> {
  return enqueueMail(
    db,
    { kind: 'contact_received', dedupeKey: `mail ${index}`, recipient: addressOf(index), messageId: 'msg_1' },
    { now: new Date(start), random: randomBytes },
  )
}

function addressOf(index: number): string {
  return `reader-${index}@example.com`
}

function recipientsOf(received: ReceivedMail[]): string[] {
  return received.flatMap(({ recipients }) => recipients).sort()
}

async function statusesOf({ db }: Database): Promise<string[]> {
  return (await mailQueue.list(db, { limit: 99 })).map(({ status, attempts }) => `${status} ${attempts}`)
}

function headerOf(mail: ReceivedMail | undefined, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(mail?.raw ?? '')?.[1]
}

function configOf(environment: DatabaseEnvironment) {
  return { databaseUrl: environment.DATABASE_URL ?? null, dataDir: environment.DATA_DIR }
}
