import type { RequestListener } from 'node:http'
import { Writable } from 'node:stream'
import { createSite } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type AppContext, createContext, type Options } from '../context.ts'
import { createLog, type Log } from '../log.ts'
import { createPageStore, type PageStore } from '../pages/page-store.ts'

export type TestApp = {
  app: RequestListener
  ctx: AppContext
  pageStore: PageStore
  /** Parsed log lines so far. */
  logged: Record<string, unknown>[]
}

/** The built site with its log in memory. `change` may replace any part of the context. */
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
  const pageStore = createPageStore(ctx)
  return { app: createSite(ctx, pageStore), ctx, pageStore, logged }
}

export function createLineLog(logLevel: Config['logLevel'] = 'trace'): {
  log: Log
  logged: Record<string, unknown>[]
} {
  const logged: Record<string, unknown>[] = []
  return { log: createLog({ logLevel }, new LineCollector(logged)), logged }
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
