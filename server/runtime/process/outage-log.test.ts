import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLineLog } from '../../testing/support/test-app.ts'
import { createOutageLog } from './outage-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]), {
  code: 'ECONNREFUSED',
})

function setUp() {
  const { log, logged } = createLineLog()
  const pings: { settle(answers: boolean): void }[] = []
  const ping = () =>
    new Promise<void>((resolve, reject) => {
      pings.push({ settle: (answers) => (answers ? resolve() : reject(refused)) })
    })
  const outages = createOutageLog({ database: { requireWrites: ping } as never, log }, 0)
  /** Answers the next ping once it comes. */
  const answer = async (answers: boolean) => {
    await vi.waitFor(() => expect(pings).not.toHaveLength(0))
    pings.shift()?.settle(answers)
  }
  return { logged, log: outages.log, answer }
}

test('an outage is two lines without a stack, however many jobs fail by it, and the next one too', async () => {
  const { log, logged, answer } = setUp()
  for (const work of ['mails', 'webhooks', 'sweep']) log.error({ err: refused }, `${work} failed`)
  await answer(false)
  const lost = {
    level: 'error',
    code: 'ECONNREFUSED',
    reason: 'connect ECONNREFUSED 127.0.0.1:5432',
    msg: 'the database doesn’t answer',
  }
  await vi.waitFor(() => expect(logged).toMatchObject([lost]))
  log.error({ err: refused }, 'sweep failed')
  await answer(false)
  vi.advanceTimersByTime(7_000)
  await answer(true)
  const back = { level: 'info', seconds: 7, msg: 'the database answers again' }
  await vi.waitFor(() => expect(logged).toMatchObject([lost, back]))
  expect(JSON.stringify(logged)).not.toContain('stack')

  log.error({ err: refused }, 'sweep failed')
  await answer(false)
  await vi.waitFor(() => expect(logged).toMatchObject([lost, back, lost]))
})

test('a full disk is an outage too', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  let isFull = true
  const checkRoom = async () => {
    if (isFull) throw full
  }
  const { log, logged } = createLineLog()
  const outages = createOutageLog({ database: { requireWrites: async () => {}, checkRoom } as never, log }, 0)
  outages.log.error({ err: full }, 'mails failed')
  const lost = { reason: 'database or disk is full', msg: 'the database doesn’t answer' }
  await vi.waitFor(() => expect(logged).toMatchObject([lost]))
  outages.log.error({ err: full }, 'webhooks failed')
  isFull = false
  await vi.waitFor(() => expect(logged).toMatchObject([lost, { msg: 'the database answers again' }]))
})

test('other errors, and those of a database that answers, are logged as they come', async () => {
  const { log, logged, answer } = setUp()
  log.error({ err: new Error('no such column') }, 'sweep failed')
  expect(logged).toMatchObject([{ msg: 'sweep failed', err: { message: 'no such column' } }])
  log.error({ err: refused }, 'the receiver refuses')
  await answer(true)
  await vi.waitFor(() => expect(logged[1]).toMatchObject({ msg: 'the receiver refuses' }))
  log.info('stopped')
  expect(logged[2]).toMatchObject({ level: 'info', msg: 'stopped' })
})
