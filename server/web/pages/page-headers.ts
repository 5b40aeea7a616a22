import type { PageAssets } from '#shared/pages/render.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import { allowStyle, policyHeader } from '../middleware/content-security-policy.ts'

export type PagePolicy = keyof typeof cacheControl

export type PageHeaders = ReadonlyMap<string, string>

const cacheControl = {
  /** Browsers revalidate every time. A CDN may serve a page for a minute, and a stale one for ten more. */
  shared: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  unstored: 'no-cache',
  personal: 'private, no-store',
  failed: 'no-store',
} as const

/**
 * Identical for all visitors and renderings, so stored with the page.
 * @param security headers of the page's path, from `createSecurityHeaders`
 */
export function pageHeaders(
  { status, assets }: { status: number; assets: PageAssets },
  policy: PagePolicy,
  security: PageHeaders,
): PageHeaders {
  const policyOfPath = security.get(policyHeader) ?? ''
  const { inlineStyle } = assets
  // Errors may be temporary.
  const effective = status === 200 || policy === 'personal' ? policy : 'failed'
  return new Map([
    ...security,
    ...(inlineStyle ? [[policyHeader, allowStyle(policyOfPath, inlineStyle.hash)] as const] : []),
    ['Vary', 'Accept-Encoding'],
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', cacheControl[effective]],
    ['Link', preloads(assets)],
    ...(status === 503 ? Object.entries(retryAfterHeader('temporarily_unavailable')) : []),
  ])
}

/** A CDN can turn these into `103 Early Hints`, which many proxies wouldn't forward from here. */
function preloads({ styles, inlineStyle, fonts }: PageAssets): string {
  return [
    ...(inlineStyle ? [] : styles).map((file) => `<${file}>; rel=preload; as=style`),
    ...fonts.map((file) => `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ')
}
