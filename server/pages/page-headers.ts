import type { PageAssets } from '#shared/render.ts'
import { retryAfterHeader } from '../http/retry-after.ts'

/** Who may keep a page: everyone, nobody beyond this answer, one visitor's browser, nobody at all. */
export type PagePolicy = keyof typeof cacheControl

export type PageHeaders = ReadonlyMap<string, string>

const cacheControl = {
  /** Browsers ask each time whether it changed; a CDN may serve it for a minute, and be late by ten. */
  shared: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  unstored: 'no-cache',
  personal: 'private, no-store',
  failed: 'no-store',
} as const

/**
 * Every header of a page, whoever asked for it. All of them may be stored with the page.
 * @param security what stands at the page's path, from `createSecurityHeaders`
 */
export function pageHeaders(
  { status, assets }: { status: number; assets: PageAssets },
  policy: PagePolicy,
  security: PageHeaders,
): PageHeaders {
  // An error may be mended the next moment.
  const effective = status === 200 || policy === 'personal' ? policy : 'failed'
  return new Map([
    ...security,
    ['Vary', 'Accept-Encoding'],
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', cacheControl[effective]],
    ['Link', preloads(assets)],
    ...(status === 503 ? Object.entries(retryAfterHeader('temporarily_unavailable')) : []),
  ])
}

/** The files that the page needs first. A CDN turns them into `103 Early Hints`, which many proxies wouldn't pass on. */
function preloads({ styles, fonts, scripts }: PageAssets): string {
  return [
    ...styles.map((file) => `<${file}>; rel=preload; as=style`),
    ...fonts.map((file) => `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...scripts.map((file) => `<${file}>; rel=modulepreload`),
  ].join(', ')
}
