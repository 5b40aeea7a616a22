import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import { apiRoutes } from '#shared/api-routes.ts'
import { isDeskPath } from '#shared/desk-routes.ts'
import { isOwnPage } from '#shared/own-pages.ts'
import type { PublicConfig } from '#shared/render.ts'
import { pagePolicy } from './page-policy.ts'

export type SecurityOptions = PublicConfig & { dev: boolean; hstsIncludeSubdomains: boolean }

export type SecurityHeaders = Map<string, string>

export function securityHeaders(headersOf: (path: string) => SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    res.setHeaders(headersOf(req.path))
    next()
  }
}

/** The headers depend on the path alone, so that stored pages can include them. */
export function createSecurityHeaders(options: SecurityOptions): (path: string) => SecurityHeaders {
  const base = baseOptions(options)
  const nothing = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }
  const kinds: Record<AnswerKind, SecurityHeaders> = {
    page: headersBy({
      ...base,
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(options) },
    }),
    ownPage: headersBy({
      ...base,
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy({ ...options, analyticsId: '' }) },
    }),
    desk: headersBy({
      ...base,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: pagePolicy({ ...options, apiBaseUrl: '', analyticsId: '', verification: null }),
      },
    }),
    data: headersBy({ ...base, contentSecurityPolicy: nothing }),
    // Feed readers and link previews embed these pictures in other sites' pages.
    picture: headersBy({
      ...base,
      contentSecurityPolicy: nothing,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    // Browsers wrap a PDF in a page of their own, which a policy without sources would blank.
    pdf: headersBy({
      ...base,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc,
          frameAncestors: ["'none'"],
        },
      },
    }),
  }
  return (path) => kinds[kindOf(path)]
}

type AnswerKind = 'page' | 'ownPage' | 'desk' | 'data' | 'picture' | 'pdf'

function kindOf(path: string): AnswerKind {
  if (/^\/((images|icons|cards)\/|[^/]+\.(svg|png|ico|jpg)$)/.test(path)) return 'picture'
  if (/^\/api\/.*\.pdf$/.test(path)) return 'pdf'
  if (
    path === apiRoutes.licenceKeys ||
    /^\/(api|_content|assets|updates|healthz|readyz|metrics)(\/|$)/i.test(path)
  )
    return 'data'
  if (isDeskPath(path)) return 'desk'
  return isOwnPage(path) ? 'ownPage' : 'page'
}

function baseOptions({ siteUrl, hstsIncludeSubdomains }: SecurityOptions): HelmetOptions {
  const secure = siteUrl.startsWith('https:')
  return {
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: hstsIncludeSubdomains },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // These only concern obsolete browsers and Flash.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Helmet only writes to a response, so it gets one that records headers. */
function headersBy(options: HelmetOptions): SecurityHeaders {
  const headers = new Map([['Permissions-Policy', permissionsPolicy]])
  const notes = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  helmet(options)({} as never, notes as never, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
