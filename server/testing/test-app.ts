import { Writable } from 'node:stream'
import type { Express } from 'express'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type AppContext, createContext, type Options } from '../context.ts'

export type TestApp = {
  app: Express
  ctx: AppContext
  /** Every log line so far, parsed. */
  logged: Record<string, unknown>[]
}

/** The real site, as built, with its log in memory. `change` may replace any part of the context. */
export async function createTestApp(
  environment: NodeJS.ProcessEnv = {},
  { change = (ctx) => ctx, ...options }: Options & { change?: (ctx: AppContext) => AppContext } = {},
): Promise<TestApp> {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'trace' }, new LineCollector(logged))
  const ctx = change(
    await createContext(readConfig({ DATA_DIR: 'test-results/data', ...environment }), { log, ...options }),
  )
  return { app: createApp(ctx), ctx, logged }
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
