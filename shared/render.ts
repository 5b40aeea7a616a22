import type { ContentFetch } from './content-query-builder.ts'
import type { MineFetch } from './licensing/mine.ts'
import type { OrderFetch } from './orders.ts'
import type { Pricing } from './pricing.ts'
import type { QuoteFetch } from './quotes.ts'
import type { PublicSite } from './site.ts'

/** Everything here is public. */
export type PublicConfig = {
  siteUrl: string
  /** Empty for the site's own origin. */
  apiBaseUrl: string
  analyticsId: string
  verification: { siteKey: string; baseUrl: string }
  cardPayments: boolean
}

export type PageAssets = { scripts: string[]; styles: string[]; fonts: string[]; modules: string[] }

/** Inlined into each page as JSON, so that the browser's first render starts from the same values. */
export type PreloadedState = {
  site: PublicSite
  config: PublicConfig
  assets: PageAssets
  /** For the copyright line. */
  year: number
  latestRelease: { version: string; date: string }
  /** Null if it came too late; the browser then fetches it. */
  pricing: Pricing | null
}

/** The server hands over everything that a page is rendered from. */
export type PageRequest = {
  /** Absolute. */
  url: URL
  signal: AbortSignal
  state: Omit<PreloadedState, 'assets' | 'pricing'>
  /** Settles by itself in time; null if there are no prices. */
  pricing: Promise<Pricing | null>
  services: { content: ContentFetch; order: OrderFetch; quote: QuoteFetch; mine: MineFetch }
  /** What a post of the page's form is answered with; the page finds it as its action data. */
  answer?: FormAnswer | undefined
  /** @param modules route modules, as the client's manifest names them */
  assetsFor(modules: string[]): PageAssets
  /** Receives every error that a visitor would only see as an error page. */
  onError(error: unknown): void
}

/** @property data as JSON */
export type FormAnswer = { status: number; data: unknown }

export type PageResponse =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** The page shows one visitor's own data. */
      personal: boolean
      assets: PageAssets
      pipe(destination: NodeJS.WritableStream): void
      abort(reason: unknown): void
    }

/** The page is the same for everyone. `path` is the route table's. */
export type StorablePage = {
  path: string
  /** The query members that the page reads, with the values for which it may be stored. */
  query: Readonly<Record<string, RegExp>>
}

/** A `path` with `/*` at its end stands for every document below it. */
export type SitePage = {
  path: string
  /** False keeps the page out of search engines and of the sitemap. */
  index: boolean
}

/** The exports of the built `client/entry-server.tsx`. */
export type SsrBundle = {
  renderPage(request: PageRequest): Promise<PageResponse>
  pages: readonly SitePage[]
  storablePages: readonly StorablePage[]
}
