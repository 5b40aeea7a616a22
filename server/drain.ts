import type { Server } from 'node:http'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from './context.ts'
import type { Work } from './work.ts'

/** How long the listener stays open with `Connection: close`, so that no client meets a closed door mid-flight. */
const goodbyeMs = 500

/** On SIGTERM or SIGINT: not ready, connections told to close, requests in flight finished, context closed, exit 0. */
export function drainOnSignal(server: Server, ctx: AppContext, work: Work): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ctx.readiness.shuttingDown) return
      ctx.log.info({ signal }, 'draining')
      drain(server, ctx, work).then(
        () => process.exit(0),
        (error) => {
          ctx.log.error({ err: error }, 'drain failed')
          process.exit(1)
        },
      )
    })
  }
}

async function drain(server: Server, ctx: AppContext, work: Work): Promise<void> {
  ctx.readiness.beginShutdown()
  await sleep(Math.min(goodbyeMs, ctx.config.shutdownTimeoutMs))
  // On a busy machine a request may have arrived that hasn't been read: its connection is idle only by the looks.
  await afterReading()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection whose last answer has just been sent would otherwise be kept for its keep-alive time.
  const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
  const late = sleep(ctx.config.shutdownTimeoutMs, 'late' as const, { ref: false })
  if ((await Promise.race([closed, late])) === 'late') {
    ctx.log.warn('requests still in flight after SHUTDOWN_TIMEOUT_MS are cut off')
    server.closeAllConnections()
  }
  clearInterval(closing)
  await work.stop()
  await ctx.close()
  ctx.log.info('stopped')
}
