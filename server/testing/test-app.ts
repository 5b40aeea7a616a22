import type { RequestListener } from 'node:http'
import { Writable } from 'node:stream'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type AppContext, createContext, type Options } from '../context.ts'
import { createLog, type Log } from '../log.ts'
import { storedPagesFirst } from '../pages/stored-pages.ts'

export type TestApp = {
  app: RequestListener
  ctx: AppContext
  /** Every log line so far, parsed. */
  logged: Record<string, unknown>[]
}

/** The real site, as built, with its log in memory. `change` may replace any part of the context. */
export async function createTestApp(
  environment: NodeJS.ProcessEnv = {},
  { change = (ctx) => ctx, ...options }: Options & { change?: (ctx: AppContext) => AppContext } = {},
): Promise<TestApp> {
  const { log, logged } = createLineLog()
  const ctx = change(
    await createContext(
      readConfig({ DATA_DIR: 'test-results/data', RATE_LIMIT_FACTOR: '0', ...environment }),
      { log, ...options },
    ),
  )
  return { app: storedPagesFirst(ctx, createApp(ctx)), ctx, logged }
}

/** A log that keeps its lines, parsed. */
export function createLineLog(): { log: Log; logged: Record<string, unknown>[] } {
  const logged: Record<string, unknown>[] = []
  return { log: createLog({ logLevel: 'trace' }, new LineCollector(logged)), logged }
}

class LineCollector extends Writable {
  constructor(lines: Record<string, unknown>[]) {
    super({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
  }
}
