import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { type Config, publicConfig } from './config.ts'
import { type Library, libraryContent, openLibrary } from './content/library.ts'
import { createReadiness, type Readiness } from './health/readiness.ts'
import { createLog, type Log } from './log.ts'
import { createCalendar, type Today } from './pages/calendar.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { devBundle, loadBuiltBundle, type SsrRuntime } from './pages/ssr-bundle.ts'
import { createViteDevServer } from './pages/vite-dev-server.ts'
import { remoteServices, type Services } from './services.ts'

/** What has a life: made once at the start, handed to every router, closed in reverse. */
export type AppContext = {
  config: Config
  log: Log
  clock: () => Date
  /** The date in a time zone, by the clock. */
  calendar: (timeZone: string) => Today
  readiness: Readiness
  library: Library
  /** What pages are made from: in process, or another server's where web and API tiers are split. */
  services: Services
  ssr: SsrRuntime
  /** Null where each request is rendered: while developing. */
  pageCache: PageCache | null
  /** While developing; null when built files are served. */
  vite: ViteDevServer | null
  close(): Promise<void>
}

export type Options = Partial<Pick<AppContext, 'log' | 'clock' | 'services' | 'pageCache'>> & {
  dev?: boolean
}

/** @throws ContentError for a broken file of content, StartError where the site hasn't been built */
export async function createContext(config: Config, options: Options = {}): Promise<AppContext> {
  const { log = createLog(config), clock = () => new Date(), pageCache = createPageCache() } = options
  const vite = options.dev ? await createViteDevServer() : null
  const library = await openLibrary({
    dir: config.contentDir,
    drafts: config.contentDrafts,
    now: clock,
    cacheDir: join(config.dataDir, 'cache'),
    onWarning: (message) => log.warn(message),
    onChange: vite ? () => vite.ws.send({ type: 'full-reload' }) : undefined,
  })
  return {
    config,
    log,
    clock,
    calendar: createCalendar(clock),
    readiness: createReadiness([]),
    library,
    services: options.services ?? createServices(config, library),
    ssr: vite ? devBundle(vite) : await loadBuiltBundle(),
    pageCache: vite ? null : pageCache,
    vite,
    async close() {
      library.close()
      await vite?.close()
    },
  }
}

/** What the browser may know. */
export function publicConfigOf({ config, library, vite }: AppContext) {
  const known = publicConfig(config, library.typed.site)
  return vite ? { ...known, analyticsId: '' } : known
}

function createServices({ apiBaseUrl }: Config, library: Library): Services {
  if (apiBaseUrl) return remoteServices(apiBaseUrl)
  return { content: libraryContent(library), pricing: async () => library.typed.pricing }
}
