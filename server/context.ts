import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { type Background, createBackground } from './background.ts'
import { type Config, publicConfig } from './config.ts'
import { contentCacheFile, openContentCache } from './content/content-cache.ts'
import { type Library, openLibrary } from './content/library.ts'
import { type Database, openDatabase } from './db/database.ts'
import { prepareSchema } from './db/migrate.ts'
import { createReadiness, type Readiness } from './health/readiness.ts'
import type { Random } from './ids.ts'
import { type Keyring, openKeyring } from './keys/keyring.ts'
import { createLog, type Log } from './log.ts'
import { createNudge, type Nudge } from './mail/nudge.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createRateLimits, type RateLimits } from './middleware/rate-limit.ts'
import type { OrdersContext } from './orders/look-up.ts'
import { orderInProcess } from './orders/order-in-process.ts'
import { createCalendar, type Today } from './pages/calendar.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { devBundle, loadBuiltBundle, type SsrRuntime } from './pages/ssr-bundle.ts'
import { createViteDevServer } from './pages/vite-dev-server.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { createStripeProvider } from './payments/stripe.ts'
import { claimDatabase } from './private-files.ts'
import { root } from './root.ts'
import { remoteServices, type Services } from './services.ts'
import { createVerifier, type Verifier } from './verification/verify.ts'

/** What has a life: made once at the start, handed to every router, closed in reverse. */
export type AppContext = {
  config: Config
  log: Log
  clock: () => Date
  random: Random
  /** The date in a time zone, by the clock. */
  calendar: (timeZone: string) => Today
  readiness: Readiness
  /** Null without METRICS_TOKEN. */
  metrics: Metrics | null
  database: Database
  keyring: Keyring
  /** Tells people from programs. */
  verifier: Verifier
  library: Library
  /** Who takes cards for us; null where that isn't configured. */
  payments: PaymentProvider | null
  outbox: Nudge
  rateLimits: RateLimits
  background: Background
  /** What pages are made from: in process, or another server's where web and API tiers are split. */
  services: Services
  ssr: SsrRuntime
  /** Null where each request is rendered: while developing. */
  pageCache: PageCache | null
  /** While developing; null when built files are served. */
  vite: ViteDevServer | null
  close(): Promise<void>
}

export type Options = Partial<
  Pick<
    AppContext,
    'log' | 'clock' | 'random' | 'services' | 'verifier' | 'payments' | 'library' | 'database' | 'pageCache'
  >
> & {
  dev?: boolean
}

/** @throws ContentError for a broken file of content, StartError where the site hasn't been built or the database doesn't fit */
export async function createContext(config: Config, options: Options = {}): Promise<AppContext> {
  const {
    log = createLog(config),
    clock = () => new Date(),
    random = randomBytes,
    pageCache = createPageCache(),
  } = options
  const vite = options.dev ? await createViteDevServer() : null
  const library = options.library ?? (await openContent(config, { log, clock, vite }))
  const background = createBackground(log)
  const database = options.database ?? (await openDatabase(config))
  await prepareSchema(database)
  const shop = {
    config,
    log,
    clock,
    random,
    calendar: createCalendar(clock),
    database,
    keyring: await openKeyring({ config, clock, random }, database),
    library,
    payments: options.payments === undefined ? createPayments(config) : options.payments,
    outbox: createNudge(),
  }
  return {
    ...shop,
    readiness: createReadiness([() => database.ping()]),
    metrics: config.metricsToken ? await createMetrics({ database, clock, pageCache, library }) : null,
    verifier: options.verifier ?? createVerifier(config, log),
    rateLimits: createRateLimits(config, database),
    background,
    services: options.services ?? createServices(shop, library),
    ssr: vite ? devBundle(vite) : loadBuiltBundle(),
    pageCache: vite ? null : pageCache,
    vite,
    async close() {
      await background.settled()
      library.close()
      await vite?.close()
      await database.close()
    },
  }
}

/** What the build parsed of the content that it found. */
const builtContentCache = join(root, 'dist/content-cache')

function openContent(
  { contentDir, contentDrafts, dataDir }: Config,
  { log, clock, vite }: Pick<AppContext, 'log' | 'clock' | 'vite'>,
): Promise<Library> {
  const cacheDir = join(dataDir, 'cache')
  // Only this cache is private: the build's must be readable by the user who runs the site.
  claimDatabase(join(cacheDir, contentCacheFile))
  return openLibrary({
    dir: contentDir,
    drafts: contentDrafts,
    now: clock,
    cache: openContentCache(cacheDir, builtContentCache),
    onWarning: (message) => log.warn(message),
    onChange: vite ? () => vite.ws.send({ type: 'full-reload' }) : undefined,
  })
}

/** What the browser may know. */
export function publicConfigOf({ config, library, vite }: AppContext) {
  const known = publicConfig(config, library.typed.site)
  return vite ? { ...known, analyticsId: '' } : known
}

function createPayments({ stripe, siteUrl }: Config): PaymentProvider | null {
  return stripe && createStripeProvider(stripe, siteUrl)
}

function createServices(shop: OrdersContext, library: Library): Services {
  if (shop.config.apiBaseUrl) return remoteServices(shop.config)
  return {
    content: library.store.query,
    pricing: async () => library.typed.pricing,
    order: orderInProcess(shop),
  }
}
