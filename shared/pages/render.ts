import type { ContentFetch } from '../content/content-query-builder.ts'
import type { HelpSearch } from '../help/help-search.ts'
import type { MineFetch } from '../orders/mine.ts'
import type { OrderFetch } from '../orders/orders.ts'
import type { QuoteFetch } from '../orders/quotes.ts'
import type { Pricing } from '../pricing/pricing.ts'
import type { PublicSite } from '../seller/site.ts'

export type PublicConfig = {
  siteUrl: string
  /** Empty for the site's own origin. */
  apiBaseUrl: string
  analyticsId: string
  /** Null in a demonstration, which asks nobody whether a person is one. */
  verification: { siteKey: string; baseUrl: string } | null
  cardPayments: boolean
  /** The shop sells with placeholders, and each page says so. */
  isTrial?: true
  phoneRemote: boolean
}

export type DeskService = {
  /** @param path with its query */
  get(path: string): Promise<{ status: number; body: unknown }>
  now: string
  /** Random for each page. Its forms make their keys from it. */
  pageKey: string
}

export type PageAssets = {
  scripts: string[]
  /** Sheets whose rules are in `inlineStyle`, or that the page links without one. */
  styles: string[]
  inlineStyle: InlineStyle | null
  lateStyles: LateStyle[]
  fonts: string[]
  modules: string[]
  /** Where `PageFiles` are; null if nothing is prefetched. */
  pageFiles: string | null
}

/** Addresses of scripts and sheets by the page's id. Those of every page are left out. */
export type PageFiles = Record<string, string[]>

/** A sheet that the first paint doesn't wait for. */
export type LateStyle = { href: string; media?: string }

/** All rules of a page. `hash` is their source expression in a security policy. */
type InlineStyle = { css: string; hash: string }

/** Inlined as JSON, so that the browser's first render matches the server's. */
export type PreloadedState = {
  site: PublicSite
  config: PublicConfig
  assets: PageAssets
  year: number
  latestRelease: { version: string; date: string }
  /** Null if it came too late; the browser then fetches it. */
  pricing: Pricing | null
}

export type PageRequest = {
  url: URL
  signal: AbortSignal
  state: Omit<PreloadedState, 'assets' | 'pricing'>
  /** Settles in time; null without prices. */
  pricing: Promise<Pricing | null>
  services: {
    content: ContentFetch
    help: HelpSearch
    order: OrderFetch
    quote: QuoteFetch
    mine: MineFetch
    desk?: DeskService | undefined
  }
  answer?: FormAnswer | undefined
  assetsFor(modules: string[]): PageAssets
  deskAssets(): PageAssets
  onError(error: unknown): void
}

export type FormAnswer = { status: number; data: unknown }

export type PageResponse =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      personal: boolean
      assets: PageAssets
      pipe(destination: NodeJS.WritableStream): void
      abort(reason: unknown): void
    }

/** A page that is the same for everyone. */
export type StorablePage = {
  path: string
  /** Query members that the page reads, with the values that may be stored. */
  query: Readonly<Record<string, RegExp>>
}

/** A `path` that ends in `/*` stands for every document below it. */
export type SitePage = {
  path: string
  /** False keeps the page out of search engines and of the sitemap. */
  index: boolean
}

export type SsrBundle = {
  renderPage(request: PageRequest): Promise<PageResponse>
  pages: readonly SitePage[]
  storablePages: readonly StorablePage[]
}
