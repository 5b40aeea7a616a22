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
  /** Null in a demonstration, which has no human check. */
  verification: { siteKey: string; baseUrl: string } | null
  cardPayments: boolean
  /** Set if the shop still has placeholders, as each page then says. */
  isTrial?: true
  phoneRemote: boolean
}

export type DeskService = {
  /** @param path with its query */
  get(path: string): Promise<{ status: number; body: unknown }>
  now: string
  /** Random for each page. Forms derive their idempotency keys from it. */
  pageKey: string
}

export type PageAssets = {
  scripts: string[]
  /** Style sheets that `inlineStyle` replaces; without it, the page links them. */
  styles: string[]
  inlineStyle: InlineStyle | null
  lateStyles: LateStyle[]
  fonts: string[]
  modules: string[]
  /** The address of `PageFiles`; null if nothing is prefetched. */
  pageFiles: string | null
}

/** Addresses of scripts and style sheets by page id, without those that every page has. */
export type PageFiles = Record<string, string[]>

/** A style sheet that doesn't block the first paint. */
export type LateStyle = { href: string; media?: string }

/** All CSS rules of a page. `hash` is their source expression for the content security policy. */
type InlineStyle = { css: string; hash: string }

/** Inlined as JSON, so that the browser's first render matches the server's. */
export type PreloadedState = {
  site: PublicSite
  config: PublicConfig
  assets: PageAssets
  year: number
  latestRelease: { version: string; date: string }
  /** Null if it arrived too late; the browser then fetches it. */
  pricing: Pricing | null
}

export type PageRequest = {
  url: URL
  signal: AbortSignal
  state: Omit<PreloadedState, 'assets' | 'pricing'>
  /** Settles within a time limit; null if the prices aren't available. */
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

/** A page with the same content for everybody. */
export type StorablePage = {
  path: string
  /** The query members that the page reads, with the values that may be stored. */
  query: Readonly<Record<string, RegExp>>
}

/** A `path` ending in `/*` means every document below it. */
export type SitePage = {
  path: string
  /** False keeps the page out of search engines and the sitemap. */
  index: boolean
}

export type SsrBundle = {
  renderPage(request: PageRequest): Promise<PageResponse>
  pages: readonly SitePage[]
  storablePages: readonly StorablePage[]
}
