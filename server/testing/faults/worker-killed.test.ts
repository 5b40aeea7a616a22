import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openSqlite } from '../../runtime/db/database.ts'
import { passingToken, startRecaptcha } from '../support/recaptcha-server.ts'
import { type Listening, spawnSite } from '../support/spawn-site.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('one of two workers on one SQLite file killed under load: what it acknowledged is there once, and it is replaced', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'workers-'))
  const recaptcha = await startRecaptcha()
  const site = spawnSite({
    DATA_DIR: dataDir,
    RECAPTCHA_BASE_URL: recaptcha.url,
    WEB_CONCURRENCY: '2',
  })
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }), recaptcha.close, site.stop)
  await vi.waitFor(() => expect(site.listening).toHaveLength(2), 60_000)
  const [{ pid, address }] = site.listening as [Listening]

  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let broken = 0
  /** @returns how many messages are acknowledged now */
  const write = async () => {
    const message = `Message ${randomUUID()}, long enough to be one.`
    for (;;) {
      const answer = await post(`${address}/api/contact`, message).catch(() => null)
      if (answer) statuses.add(answer.status)
      else broken += 1
      if (answer?.status === 202) return acknowledged.push(message)
    }
  }
  const writers = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 4; count++) {
      if ((await write()) === 10) process.kill(pid, 'SIGKILL')
    }
  })
  await Promise.all(writers)
  await vi.waitFor(() => expect(site.listening).toHaveLength(3), 60_000)

  // Only visitors of the dead worker see a broken connection.
  expect([...statuses]).toEqual([202])
  expect(broken).toBeLessThanOrEqual(8)
  const database = openSqlite(join(dataDir, 'site.db'))
  closing.push(database.close)
  const stored = await database.db.selectFrom('messages').select('message').execute()
  expect(stored.map(({ message }) => message).sort()).toEqual(acknowledged.sort())
  const mails = await database.db.selectFrom('mails').select('id').execute()
  expect(mails).toHaveLength(2 * acknowledged.length)
})

function post(address: string, message: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    // Nobody answers a connection that was on its way to the dead worker.
    signal: AbortSignal.timeout(20_000),
    headers: { 'content-type': 'application/json', connection: randomInt(2) ? 'close' : 'keep-alive' },
    body: JSON.stringify({
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'support',
      message,
      verification: passingToken(),
    }),
  })
}
