import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { PublicConfig } from '#shared/pages/render.ts'
import { type AnswerKind, kindOf, policiesByKind } from './content-security-policy.ts'

export type SecurityOptions = PublicConfig & { dev: boolean; hstsIncludeSubdomains: boolean }

export type SecurityHeaders = Map<string, string>

export function securityHeaders(headersOf: (path: string) => SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    res.setHeaders(headersOf(req.path))
    next()
  }
}

/** Headers depend only on the path, so that stored pages can include them. */
export function createSecurityHeaders(options: SecurityOptions): (path: string) => SecurityHeaders {
  const base = baseOptions(options)
  const headers = Object.entries(policiesByKind(options)).map(([kind, directives]) => [
    kind,
    headersBy({
      ...base,
      contentSecurityPolicy: { useDefaults: false, directives },
      // Feed readers and link previews embed pictures in other sites' pages.
      crossOriginResourcePolicy: { policy: kind === 'picture' ? 'cross-origin' : 'same-origin' },
    }),
  ])
  const headersByKind: Record<AnswerKind, SecurityHeaders> = Object.fromEntries(headers)
  return (path) => headersByKind[kindOf(path)]
}

function baseOptions({ siteUrl, hstsIncludeSubdomains }: SecurityOptions): HelmetOptions {
  const secure = siteUrl.startsWith('https:')
  return {
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: hstsIncludeSubdomains },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // These headers matter only to obsolete browsers and Flash.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/** Features that would ask the visitor. Each name takes bytes from TCP's initial window. */
const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
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
