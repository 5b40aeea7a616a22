import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import { isOwnPage } from '#shared/own-pages.ts'
import type { PublicConfig } from '#shared/render.ts'
import { apiRoutes } from '#shared/routes.ts'
import { pagePolicy } from './page-policy.ts'

export type SecurityOptions = PublicConfig & { dev: boolean; hstsIncludeSubdomains: boolean }

export type SecurityHeaders = Map<string, string>

/** Helmet's headers for what stands at a path. @param headersOf as `createSecurityHeaders` makes it */
export function securityHeaders(headersOf: (path: string) => SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    res.setHeaders(headersOf(req.path))
    next()
  }
}

/** The headers as a function of the path alone, for whoever answers from a store: made once for each kind of answer. */
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
    data: headersBy({ ...base, contentSecurityPolicy: nothing }),
    // Readers of our feeds and of our links show our pictures on their own pages.
    picture: headersBy({
      ...base,
      contentSecurityPolicy: nothing,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    // A browser shows a PDF in a page of its own making, which a policy without sources would leave empty.
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

type AnswerKind = 'page' | 'ownPage' | 'data' | 'picture' | 'pdf'

function kindOf(path: string): AnswerKind {
  if (/^\/((images|icons|cards)\/|[^/]+\.(svg|png|ico|jpg)$)/.test(path)) return 'picture'
  if (/^\/api\/.*\.pdf$/.test(path)) return 'pdf'
  if (
    path === apiRoutes.licenceKeys ||
    /^\/(api|_content|assets|updates|healthz|readyz|metrics)(\/|$)/i.test(path)
  )
    return 'data'
  // Files of text and XML too: browsers show them in a page of their own making, with styles.
  return isOwnPage(path) ? 'ownPage' : 'page'
}

function baseOptions({ siteUrl, hstsIncludeSubdomains }: SecurityOptions): HelmetOptions {
  const secure = siteUrl.startsWith('https:')
  return {
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: hstsIncludeSubdomains },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // For browsers that are gone, and for Flash; each would be sent and checked with every answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/** Everything that a page of ours never asks for, nor any frame in it. */
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

/** What helmet would set. It speaks only through a response, so it is given one that takes notes. */
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
