import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'
import type { Jobs } from '../../jobs.ts'

/** Time in which clients learn of the shutdown by `Connection: close`, while the listener is still open. */
const goodbyeMs = 500

const patienceMs = 5_000

/** After this long without a new connection, none is about to come. */
const quietMs = 100
/** Maximum delay of answers, even if connections keep coming. */
const holdMs = 500

/** On SIGTERM or SIGINT: becomes unready, finishes requests in flight, closes the context and exits with 0. */
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

/** Call it before the server listens, because it counts answers. */
export function prepareDrain(server: Server, ctx: Draining, jobs: Jobs): () => Promise<void> {
  const answers = countAnswers(server)
  const { shutdownTimeoutMs } = ctx.config

  return async () => {
    const late = sleep(shutdownTimeoutMs, 'late' as const, { ref: false })
    const deadline = performance.now() + shutdownTimeoutMs
    const atMost = (ms: number) => Math.max(0, Math.min(ms, deadline - performance.now()))
    ctx.readiness.beginShutdown()
    const newcomers = watchNewcomers(server)
    await sleep(atMost(goodbyeMs))
    const release = holdRequests(server)
    await newcomers.quiet(atMost(holdMs))
    const closed = stopAccepting(server)
    // Waits, because other workers are closing too, and clients would reconnect to them.
    if (cluster.isWorker) await sleep(atMost(quietMs))
    release()
    await newcomers.heard(atMost(patienceMs))
    // Keep-alive would hold a connection open after its last answer.
    const closing = setInterval(() => setImmediate(() => closeIdle(server, answers)), 50)
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

function countAnswers(server: Server): { underWay: number } {
  const answers = { underWay: 0 }
  server.on('request', (_req, res) => {
    answers.underWay++
    res.once('close', () => answers.underWay--)
  })
  return answers
}

/** Node considers a connection idle once its answer has ended, even if a slow reader lacks part of it. */
function closeIdle(server: Server, { underWay }: { underWay: number }): void {
  if (underWay === 0) server.closeIdleConnections()
}

/** `http.Server`'s own `close` would also end new connections that haven't asked for anything yet. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))
}

/** Delays answers, so that clients open no connections that closing the listener would reset. */
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
    /** Ends right after an empty poll for connections, so that none is left waiting in the kernel. */
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
    async heard(mostMs: number): Promise<void> {
      const deadline = performance.now() + mostMs
      while (silent.size > 0 && performance.now() < deadline) await sleep(10)
    },
  }
}
