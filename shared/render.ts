import type { ContentFetch } from './content-query-builder.ts'
import type { MineFetch } from './licensing/mine.ts'
import type { OrderFetch } from './orders.ts'
import type { Pricing } from './pricing.ts'
import type { QuoteFetch } from './quotes.ts'
import type { PublicSite } from './site.ts'

/** What the browser may know of the server's configuration. */
export type PublicConfig = {
  siteUrl: string
  /** Base address of the API; empty for the site's own origin. */
  apiBaseUrl: string
  analyticsId: string
  verification: { siteKey: string; baseUrl: string }
  cardPayments: boolean
}

/** Addresses of the built files that every page needs. */
export type PageAssets = { scripts: string[]; styles: string[]; fonts: string[]; modules: string[] }

/** Inlined into each page as JSON; the browser's first render starts from the same values. */
export type PreloadedState = {
  site: PublicSite
  config: PublicConfig
  assets: PageAssets
  /** The current year at render time, for the copyright line. */
  year: number
  latestRelease: { version: string; date: string }
  /** Null when it could not be had in time; the browser then fetches it. */
  pricing: Pricing | null
}

/** What one page is rendered from; all of it is handed over by the server. */
export type PageRequest = {
  /** Absolute address of the page. */
  url: URL
  signal: AbortSignal
  state: Omit<PreloadedState, 'assets' | 'pricing'>
  /** Settles by itself in time; null when there are no prices to be had. */
  pricing: Promise<Pricing | null>
  services: { content: ContentFetch; order: OrderFetch; quote: QuoteFetch; mine: MineFetch }
  /** What a post of the page's form is answered with; the page finds it as its action data. */
  answer?: FormAnswer | undefined
  /** Built files by route module, from the client's manifest. */
  assetsFor(modules: string[]): PageAssets
  /** Told of every error that a visitor would only see as an error page. */
  onError(error: unknown): void
}

/** @property data as JSON */
export type FormAnswer = { status: number; data: unknown }

export type PageResponse =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** Shows one visitor's own data, by the route table. */
      personal: boolean
      /** The built files that its head names. */
      assets: PageAssets
      pipe(destination: NodeJS.WritableStream): void
      abort(reason: unknown): void
    }

/** A page that is the same for everyone: `path` as in the route table. */
export type StorablePage = {
  path: string
  /** The members of an address's query that the page reads, and the values of each with which it may be stored. */
  query: Readonly<Record<string, RegExp>>
}

/** A page of the route table. A `path` that ends with `/*` stands for every document below it. */
export type SitePage = {
  path: string
  /** False keeps the page out of search engines and of the sitemap. */
  index: boolean
}

/** What the built `client/entry-server.tsx` exports. */
export type SsrBundle = {
  renderPage(request: PageRequest): Promise<PageResponse>
  pages: readonly SitePage[]
  storablePages: readonly StorablePage[]
}
