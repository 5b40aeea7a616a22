import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { Jobs } from './jobs.ts'

/** How long the listener stays open with `Connection: close`, so that no client meets a closed door mid-flight. */
const goodbyeMs = 500

/** How long a new connection may take to make its first request. */
const patienceMs = 5_000

/** No connection has come for this long: every client that is about to open one has done so. */
const quietMs = 100
/** However many connections keep coming, answers wait no longer. */
const holdMs = 500

/** On SIGTERM or SIGINT: not ready, connections told to close, requests in flight finished, context closed, exit 0. */
export function drainOnSignal(server: Server, ctx: AppContext, jobs: Jobs): void {
  const drain = prepareDrain(server, ctx, jobs)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ctx.readiness.shuttingDown) return
      ctx.log.info({ signal }, 'draining')
      drain().then(
        () => process.exit(0),
        (error) => {
          ctx.log.error({ err: error }, 'drain failed')
          process.exit(1)
        },
      )
    })
  }
}

type Draining = Pick<AppContext, 'config' | 'readiness' | 'log' | 'close'>

/** Counts answers from now on, so it's called as the server begins to listen. */
export function prepareDrain(server: Server, ctx: Draining, jobs: Jobs): () => Promise<void> {
  const answers = countAnswers(server)
  const { shutdownTimeoutMs } = ctx.config
  const atMost = (ms: number) => Math.min(ms, shutdownTimeoutMs)

  return async () => {
    ctx.readiness.beginShutdown()
    const newcomers = watchNewcomers(server)
    await sleep(atMost(goodbyeMs))
    const release = holdRequests(server)
    await newcomers.quiet(atMost(holdMs))
    const closed = stopAccepting(server)
    // Answers now would send new connections to workers that are about to close too.
    if (cluster.isWorker) await sleep(atMost(quietMs))
    release()
    await newcomers.heard(atMost(patienceMs))
    // A connection whose last answer has just been sent would otherwise be kept for its keep-alive time.
    const closing = setInterval(() => setImmediate(() => closeIdle(server, answers)), 50)
    const late = sleep(shutdownTimeoutMs, 'late' as const, { ref: false })
    if ((await Promise.race([closed, late])) === 'late') {
      ctx.log.warn('requests still in flight after SHUTDOWN_TIMEOUT_MS are cut off')
      server.closeAllConnections()
    }
    clearInterval(closing)
    await jobs.stop()
    await ctx.close()
    ctx.log.info('stopped')
  }
}

/** Answers whose last byte hasn't left the process. */
function countAnswers(server: Server): { underWay: number } {
  const answers = { underWay: 0 }
  server.on('request', (_req, res) => {
    answers.underWay++
    res.once('close', () => answers.underWay--)
  })
  return answers
}

/** Node takes a connection as idle once its answer has ended, though a slow reader hasn't got all of it. */
function closeIdle(server: Server, { underWay }: { underWay: number }): void {
  if (underWay === 0) server.closeIdleConnections()
}

/** Unlike `http.Server`'s own `close`, this spares connections that were accepted and haven't asked for anything yet. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))
}

/**
 * Keeps requests from the application until they are released, in their order. Closing a listener resets connections
 * that the kernel has taken and this process hasn't. A client without an answer opens none meanwhile.
 */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  const hold: RequestListener = (req, res) => void held.push([req, res])
  server.removeAllListeners('request').on('request', hold)
  return () => {
    server.off('request', hold)
    for (const listener of listeners) server.on('request', listener)
    for (const request of held) server.emit('request', ...request)
  }
}

/** Connections that are opened from now on. */
function watchNewcomers(server: Server) {
  const silent = new Set<Socket>()
  let connected = 0
  server.on('connection', (socket) => {
    connected++
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))

  return {
    /** Resolves directly after the event loop has looked for connections and found none, as it has for a while. */
    async quiet(mostMs: number): Promise<void> {
      const deadline = performance.now() + mostMs
      let [before, since] = [connected, performance.now()]
      while (performance.now() < Math.min(since + quietMs, deadline)) {
        await sleep(5)
        if (connected > before) [before, since] = [connected, performance.now()]
      }
      do {
        before = connected
        await afterReading()
      } while (connected > before)
    },
    /** Waits until each has made its first request. */
    async heard(mostMs: number): Promise<void> {
      const deadline = performance.now() + mostMs
      while (silent.size > 0 && performance.now() < deadline) await sleep(10)
    },
  }
}
