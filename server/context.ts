import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { PublicConfig } from '#shared/pages/render.ts'
import type { Site } from '#shared/seller/site.ts'
import { createViteDevServer, devBundle, loadBuiltBundle, type SsrRuntime } from './build/ssr-bundle.ts'
import { type Config, publicConfigOf } from './config.ts'
import { openContentCache } from './content/content-cache.ts'
import { type Library, openLibrary } from './content/library.ts'
import { takeUpOffers } from './licences/releases/offers.ts'
import { mineInProcess } from './licences/your-licences/mine.ts'
import { createNudge, type Nudge } from './messages/mail/nudge.ts'
import { createHelpSearch } from './people/help/search.ts'
import { createBus } from './people/remote/bus.ts'
import { createRooms, type Rooms } from './people/remote/rooms.ts'
import { createVerifier, type Verifier } from './people/verification/verify.ts'
import { type Background, createBackground } from './runtime/background.ts'
import { claimDataDir } from './runtime/data-dir.ts'
import type { Database } from './runtime/db/database.ts'
import { prepareSchema } from './runtime/db/migrate.ts'
import { openReady } from './runtime/db/open-ready.ts'
import { silenceMs } from './runtime/db/postgres-pool.ts'
import { isDemonstration, quietConfig, quietLibrary } from './runtime/demonstration.ts'
import type { Random } from './runtime/ids.ts'
import { type Keyring, openKeyring } from './runtime/keys/keyring.ts'
import { createLog, type Log } from './runtime/log.ts'
import { remoteServices, type Services } from './services.ts'
import { orderActInProcess, orderInProcess } from './shop/orders/order-acts.ts'
import type { PaymentProvider } from './shop/payments/provider.ts'
import { noteRefusals } from './shop/payments/refusals.ts'
import { createStripeProvider } from './shop/payments/stripe.ts'
import { quoteInProcess } from './shop/quotes/look-up-quote.ts'
import { createReadiness, type Readiness } from './web/health/readiness.ts'
import { toAppError } from './web/http/errors.ts'
import { createMetrics, type Metrics } from './web/metrics/metrics.ts'
import { createRateLimits, type RateLimits } from './web/middleware/rate-limit.ts'
import { createSecurityHeaders, type SecurityHeaders } from './web/middleware/security-headers.ts'

/** The database, and the keys of its encrypted values. */
export type Data = { database: Database }
export type Keys = { keyring: Keyring }

export type Clock = { clock: () => Date; random: Random }

/** The seller's settings and content. */
export type Seller<Content = Pick<Library, 'typed'>> = {
  config: Config
  library: Content
}

export type Post = { outbox: Nudge }
/** Null without a payment provider. */
export type Payments = { payments: PaymentProvider | null }

/** Everything independent of HTTP; shared by site, command line and background jobs. */
export type ShopContext<Content = Pick<Library, 'typed'>> = Data &
  Keys &
  Clock &
  Seller<Content> &
  Post &
  Payments & {
    log: Log
    /** If set, `config` and `library` lack everything that would reach other machines. */
    isDemonstration: boolean
  }

/** Everything with a lifetime: created at start-up, passed to every router, closed in reverse order. */
export type AppContext = ShopContext<Library> & {
  readiness: Readiness
  metrics: Metrics | null
  verifier: Verifier
  rateLimits: RateLimits
  rooms: Rooms
  background: Background
  /** Called in process, or over HTTP if web and API are separate tiers. */
  services: Services
  ssr: SsrRuntime
  publicConfig: PublicConfig
  securityHeaders: (path: string) => SecurityHeaders
  /** Null outside development. */
  vite: ViteDevServer | null
  close(): Promise<void>
}

export type Options = Partial<
  Pick<AppContext, 'log' | 'clock' | 'random' | 'services' | 'verifier' | 'payments' | 'library' | 'database'>
> & {
  dev?: boolean
}

type ShopParts<Content> = Pick<ShopContext<Content>, 'library' | 'database'> &
  Pick<Options, 'log' | 'clock' | 'random' | 'payments'>

/** Leaves library and database to the caller to close. @throws StartError when no signing key opens the data secret */
export async function openShop<Content extends { typed: { site: Site } }>(
  given: Config,
  { library: content, database, ...options }: ShopParts<Content>,
): Promise<ShopContext<Content>> {
  const isDemo = await isDemonstration(database.db)
  const config = isDemo ? quietConfig(given) : given
  const library = isDemo ? quietLibrary(content) : content
  const { log = createLog(config), clock = () => new Date(), random = randomBytes } = options
  const keyring = await openKeyring({ config, clock, random }, database)
  const { stripe, siteUrl } = config
  const { payments: provider = stripe && createStripeProvider(stripe, siteUrl) } = options
  const outbox = createNudge()
  const payments = provider && noteRefusals(provider, { database, clock, random, library, outbox })
  return { config, log, clock, random, database, keyring, library, payments, outbox, isDemonstration: isDemo }
}

/** @throws ContentError for a broken content file, StartError for a fault that an operator can fix */
export async function createContext(config: Config, options: Options = {}): Promise<AppContext> {
  const { log = createLog(config), clock = () => new Date() } = options
  await claimDataDir(config)
  const vite = options.dev ? await createViteDevServer() : null
  const ssr = vite ? devBundle(vite) : await loadBuiltBundle()
  const library = options.library ?? (await openContent(config, { log, clock, vite, ssr }))
  const background = createBackground(log)
  const database =
    options.database ??
    (await openReady({ ...config, silentMs: silenceMs }, async (opened) => {
      await prepareSchema(opened, log)
      await opened.requireWrites()
    }))
  const shop = await openShop(config, { ...options, log, clock, library, database })
  await takeUpOffers({ database, library })
  const publicConfig = {
    ...publicConfigOf(shop.config, library.typed.site),
    ...(vite && { analyticsId: '' }),
  }
  const readiness = createReadiness({
    database: () => database.requireWrites(),
    ...(database.checkRoom && { disk: database.checkRoom }),
  })
  const rooms = createRooms(
    (listener) => createBus(database, shop.config.databaseUrl, listener),
    readiness.stopping,
  )
  return {
    ...shop,
    readiness,
    rooms,
    metrics: config.metricsToken ? await createMetrics({ ...shop, library, revision: ssr.revision }) : null,
    verifier: options.verifier ?? createVerifier(shop.config, log),
    rateLimits: createRateLimits(config, database),
    background,
    services: options.services ?? createServices(shop, library),
    ssr,
    publicConfig,
    securityHeaders: createSecurityHeaders({
      ...publicConfig,
      hstsIncludeSubdomains: config.hstsIncludeSubdomains,
      dev: vite !== null,
    }),
    vite,
    async close() {
      await background.settled()
      await rooms.close()
      library.close()
      await vite?.close()
      await database.close()
    },
  }
}

function openContent(
  { contentDir, contentDrafts, dataDir, stripe, analyticsId }: Config,
  { log, clock, vite, ssr }: Pick<AppContext, 'log' | 'clock' | 'vite' | 'ssr'>,
): Promise<Library> {
  return openLibrary({
    dir: contentDir,
    cardPayments: stripe !== null,
    analyticsId: vite ? '' : analyticsId,
    drafts: contentDrafts,
    now: clock,
    // No cache in development, where the parser may change with every request.
    cache: vite ? undefined : openContentCache(join(dataDir, 'cache'), ssr.revision),
    onWarning: (message) => log.warn(message),
    onChange: vite ? () => vite.ws.send({ type: 'full-reload' }) : undefined,
  })
}

function createServices(shop: ShopContext, library: Library): Services {
  if (shop.config.apiBaseUrl) return remoteServices(shop.config)
  return {
    content: library.store.query,
    help: createHelpSearch(library.store),
    pricing: async () => library.typed.pricing,
    order: throwingAppErrors(orderInProcess(shop)),
    orderAct: orderActInProcess(shop),
    quote: throwingAppErrors(quoteInProcess(shop)),
    mine: throwingAppErrors(mineInProcess(shop)),
  }
}

/** Gives every error a status, which the page's answer takes. */
function throwingAppErrors<Input extends unknown[], Answer>(read: (...input: Input) => Promise<Answer>) {
  return (...input: Input) =>
    read(...input).catch((error: unknown) => {
      throw toAppError(error)
    })
}
