import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { Jobs } from './jobs.ts'

/** How long the listener stays open with `Connection: close`, so that no client meets a closed door mid-flight. */
const goodbyeMs = 500

/** How long new connections are waited for: until none comes, and then until each has said what it wants. */
const patienceMs = 5_000
const shortTurnMs = 0.5

/** On SIGTERM or SIGINT: not ready, connections told to close, requests in flight finished, context closed, exit 0. */
export function drainOnSignal(server: Server, ctx: AppContext, jobs: Jobs): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ctx.readiness.shuttingDown) return
      ctx.log.info({ signal }, 'draining')
      drain(server, ctx, jobs).then(
        () => process.exit(0),
        (error) => {
          ctx.log.error({ err: error }, 'drain failed')
          process.exit(1)
        },
      )
    })
  }
}

async function drain(server: Server, ctx: AppContext, jobs: Jobs): Promise<void> {
  const { shutdownTimeoutMs } = ctx.config
  ctx.readiness.beginShutdown()
  const newcomers = watchNewcomers(server)
  await sleep(Math.min(goodbyeMs, shutdownTimeoutMs))
  await newcomers.lull(Math.min(patienceMs, shutdownTimeoutMs))
  const closed = stopAccepting(server)
  await newcomers.heard(Math.min(patienceMs, shutdownTimeoutMs))
  // A connection whose last answer has just been sent would otherwise be kept for its keep-alive time.
  const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
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

/** Unlike `http.Server`'s own `close`, this spares connections that were accepted and haven't asked for anything yet. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))
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
    /**
     * Waits for a short turn of the event loop in which none came. Closing the listener resets those that the kernel has
     * taken and this process hasn't, which can be many after a long turn.
     */
    async lull(patienceMs: number): Promise<void> {
      const deadline = performance.now() + patienceMs
      for (let start = performance.now(); start < deadline; start = performance.now()) {
        const before = connected
        await afterReading()
        if (connected === before && performance.now() - start < shortTurnMs) return
      }
    },
    /** Waits until each has made its first request. */
    async heard(patienceMs: number): Promise<void> {
      const deadline = performance.now() + patienceMs
      while (silent.size > 0 && performance.now() < deadline) await sleep(10)
    },
  }
}
