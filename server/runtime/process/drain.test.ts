import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { listen } from '../../web/http/listen.ts'
import { prepareDrain } from './drain.ts'

/** More than a connection's buffers hold. */
const size = 30_000_000

afterEach(() => void vi.useRealTimers())

type Draining = Parameters<typeof prepareDrain>[1]

function drainOf(server: Server, shutdownTimeoutMs: number) {
  const log = { info: vi.fn(), warn: vi.fn() }
  const ctx = {
    config: { shutdownTimeoutMs },
    readiness: { beginShutdown: vi.fn() },
    log,
    close: vi.fn(),
  } as unknown as Draining
  return { log, drain: prepareDrain(server, ctx, { stop: vi.fn() }) }
}

test('a slow reader gets the whole of an answer that ended before the drain began', async () => {
  const server = await listen((_req, res) => void res.end(Buffer.alloc(size)), { port: 0, host: '127.0.0.1' })
  const { log, drain } = drainOf(server, 60_000)
  const closeIdle = vi.spyOn(server, 'closeIdleConnections')
  const { port } = server.address() as AddressInfo
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]

  vi.useFakeTimers({ toFake: ['setInterval'] })
  const drained = drain()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 60_000)
  vi.advanceTimersByTime(200)
  await turn()
  let received = 0
  for await (const chunk of answer) received += chunk.length
  expect(received).toBe(size)

  await vi.waitFor(() => expect(closeIdle).toHaveBeenCalled(), 60_000)
  await drained
  expect(log.warn).not.toHaveBeenCalled()
})

test('a drain takes as long as it may in all, even if somebody connects meanwhile and says nothing', async () => {
  const timeoutMs = 800
  const server = await listen(() => {}, { port: 0, host: '127.0.0.1' })
  const { log, drain } = drainOf(server, timeoutMs)
  const { port } = server.address() as AddressInfo
  const unanswered = get({ port, host: '127.0.0.1' }).on('error', () => {})
  await once(server, 'request')
  const drained = drain().then(() => 'drained')
  const silent = connect(port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')

  expect(await Promise.race([drained, sleep(2 * timeoutMs, 'still draining')])).toBe('drained')
  expect(log.warn).toHaveBeenCalledOnce()
  unanswered.destroy()
  silent.destroy()
})
