import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createSite } from '../../app.ts'
import { type Config, readConfig } from '../../config.ts'
import { openLibrary } from '../../content/library.ts'
import { type AppContext, createContext, type Options } from '../../context.ts'
import { createLog, type Log } from '../../runtime/log.ts'
import { root } from '../../runtime/root.ts'
import { createPageStore, type PageStore } from '../../web/pages/page-store.ts'
import { parsedContent } from './parsed-content.ts'

export type TestApp = {
  app: RequestListener
  ctx: AppContext
  pageStore: PageStore
  /** Parsed log lines so far. */
  logged: Record<string, unknown>[]
}

/** The built site with its log in memory. Without CONTENT_DIR it shows the shipped content. `change` may replace any part of the context. */
export async function createTestApp(
  environment: NodeJS.ProcessEnv = {},
  { change = (ctx) => ctx, ...options }: Options & { change?: (ctx: AppContext) => AppContext } = {},
): Promise<TestApp> {
  const { log, logged } = createLineLog()
  const config = readConfig({ DATA_DIR: 'test-results/data', RATE_LIMIT_FACTOR: '0', ...environment })
  const library =
    options.library ?? (options.dev ? undefined : await openContent(environment, config, options))
  const ctx = change(await createContext(config, { log, ...options, library }))
  const pageStore = createPageStore(ctx)
  return { app: createSite(ctx, pageStore), ctx, pageStore, logged }
}

/** A site would parse all of its content again with each new DATA_DIR. */
function openContent(
  { CONTENT_DIR, CONTENT_DRAFTS }: NodeJS.ProcessEnv,
  { contentDir, contentDrafts, stripe, analyticsId }: Config,
  { clock = () => new Date() }: Options,
): Promise<AppContext['library']> {
  const cardPayments = stripe !== null
  if (!CONTENT_DIR && !CONTENT_DRAFTS) return sharedLibrary(cardPayments)
  return openLibrary({
    dir: contentDir,
    drafts: contentDrafts,
    cardPayments,
    analyticsId,
    now: clock,
    cache: parsedContent,
  })
}

const libraries = new Map<boolean, Promise<AppContext['library']>>()

/** Reads the shipped content once for either setting, because it outlives the sites that show it. */
export function sharedLibrary(cardPayments = false): Promise<AppContext['library']> {
  const library = libraries.get(cardPayments) ?? openShipped(cardPayments)
  libraries.set(cardPayments, library)
  return library
}

async function openShipped(cardPayments: boolean): Promise<AppContext['library']> {
  const opened = await openLibrary({
    dir: join(root, 'content'),
    drafts: false,
    cardPayments,
    now: () => new Date(),
    cache: parsedContent,
    onWarning: () => {},
  })
  return Object.defineProperty(opened, 'close', { value: () => {} })
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
