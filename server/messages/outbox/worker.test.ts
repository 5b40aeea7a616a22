import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { startSmtpServer } from '../../testing/support/smtp-server.ts'
import { createLineLog } from '../../testing/support/test-app.ts'
import { deliverNext } from '../mail/deliver.ts'
import { enqueueMail, mailQueue } from '../mail/outbox.ts'
import { createMailTransport } from '../mail/transport.ts'
import { type OutboxWorker, startOutboxWorker } from './worker.ts'

const never = 3_600_000

/** Allows for a busy machine. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 60_000)

describeOnBothEngines('a worker', ({ create }) => {
  const open: { stop(): Promise<unknown> }[] = []
  afterEach(async () => {
    for (const part of open.splice(0)) await part.stop()
  })

  async function setUp(options: Parameters<typeof startOutboxWorker>[2]) {
    const server = await startSmtpServer()
    const { database, environment } = await create()
    const { db } = database
    const { log, logged } = createLineLog()
    const start = () => {
      const delivery = {
        db,
        clock: () => new Date(),
        random: randomBytes,
        log,
        render: async ({ id, recipient }: MailRow) => ({
          messageId: `<${id}@x>`,
          from: { name: 'Shop', address: 'a@b.example' },
          to: { name: '', address: recipient },
        }),
        transport: createMailTransport({ smtpUrl: server.url, dataDir: environment.DATA_DIR }),
      }
      const worker = startOutboxWorker(() => deliverNext(delivery), log, options)
      open.unshift(worker)
      return worker
    }
    open.push(server)
    const enqueue = (key: string) =>
      enqueueMail(
        db,
        { kind: 'contact_received', dedupeKey: key, recipient: `${key}@example.com` },
        { now: new Date(), random: randomBytes },
      )
    const statuses = async () => (await mailQueue.list(db, { limit: 9 })).map(({ status }) => status).sort()
    return { database, server, start, enqueue, statuses, logged }
  }

  test('sends what lies there at its start, and at a nudge what comes later', async () => {
    const { start, enqueue, statuses } = await setUp({ every: never })
    await enqueue('one')
    const worker = start()
    await eventually(async () => expect(await statuses()).toEqual(['sent']))
    await enqueue('two')
    await enqueue('three')
    worker.nudge()
    await eventually(async () => expect(await statuses()).toEqual(['sent', 'sent', 'sent']))
  })

  test('finds what other processes enqueue', async () => {
    const { start, enqueue, statuses } = await setUp({ every: 20 })
    start()
    await enqueue('one')
    await eventually(async () => expect(await statuses()).toEqual(['sent']))
  })

  test('stops between two mails: the one in hand is settled, the next one stays', async () => {
    const { server, start, enqueue, statuses } = await setUp({ every: never, concurrency: 1 })
    await enqueue('one')
    await enqueue('two')
    const { worker, answer } = await startWithOneInHand(server, start)
    const stopped = vi.fn()
    const stop = worker.stop().then(stopped)
    await new Promise(setImmediate)
    expect(stopped).not.toHaveBeenCalled()
    answer()
    await stop
    expect(await statuses()).toEqual(['queued', 'sent'])
    expect(server.received).toHaveLength(1)
  })

  test('sends the others while one mail takes its time', async () => {
    const { server, start, enqueue, statuses } = await setUp({ every: never, concurrency: 2 })
    for (const key of ['one', 'two', 'three']) await enqueue(key)
    const { answer } = await startWithOneInHand(server, start)
    await eventually(async () => expect(await statuses()).toEqual(['queued', 'sent', 'sent']))
    answer()
    await eventually(async () => expect(await statuses()).toEqual(['sent', 'sent', 'sent']))
  })

  test('doesn’t wait for ever for a server that never answers', async () => {
    const { server, start, enqueue, statuses } = await setUp({ every: never, grace: 50 })
    await enqueue('one')
    const { worker } = await startWithOneInHand(server, start)
    await worker.stop()
    expect(await statuses()).toEqual(['queued'])
  })

  test('outlives a database that doesn’t answer', async () => {
    const { database, start, enqueue, logged } = await setUp({ every: 10 })
    // Kysely closes only a database that it has used.
    await enqueue('one')
    await database.close()
    database.close = async () => {}
    const worker = start()
    await eventually(() => expect(logged.length).toBeGreaterThan(1))
    expect(logged[0]).toMatchObject({ level: 'error', msg: 'the outbox can’t be read or written' })
    await worker.stop()
  })
})

/** The server has the worker's mail and holds back its answer. */
async function startWithOneInHand(
  server: Awaited<ReturnType<typeof startSmtpServer>>,
  start: () => OutboxWorker,
): Promise<{ worker: OutboxWorker; answer(): void }> {
  let answer = () => {}
  const arrived = new Promise<void>((resolve) => {
    server.onMail = () => {
      server.onMail = () => 'accept'
      resolve()
      return new Promise((accept) => {
        answer = () => accept('accept')
      })
    }
  })
  const worker = start()
  await arrived
  return { worker, answer: () => answer() }
}
