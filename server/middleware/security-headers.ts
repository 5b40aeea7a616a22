import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'

type Options = Pick<Config, 'apiBaseUrl' | 'siteUrl' | 'recaptcha'> & { dev: boolean }

const analyticsHosts = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://www.googletagmanager.com',
  ],
}

/** Helmet's headers, with a policy that allows no inline script and names each third party. */
export function securityHeaders({ apiBaseUrl, siteUrl, recaptcha, dev }: Options): RequestHandler {
  const secure = siteUrl.startsWith('https:')
  const verification = verificationSources(recaptcha.baseUrl)
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        // Vite injects styles and its socket while developing.
        styleSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
        scriptSrc: ["'self'", ...analyticsHosts.script, ...verification.script],
        connectSrc: [
          "'self'",
          ...analyticsHosts.connect,
          ...verification.connect,
          ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : []),
          ...(dev ? ['ws:'] : []),
        ],
        imgSrc: ["'self'", 'data:', ...analyticsHosts.script, 'https://*.google-analytics.com'],
        fontSrc: ["'self'"],
        // Vite waits for a restarting server in a worker.
        ...(dev && { workerSrc: ["'self'", 'blob:'] }),
        frameSrc: verification.frame,
        objectSrc: ["'none'"],
        formAction: ["'self'", ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : [])],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // For browsers that are gone, and for Flash; each would be sent and checked with every answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/**
 * The widget's own paths alone (https://developers.google.com/recaptcha/docs/faq, on CSP). On every page, for a visitor
 * may come to a form from any of them without loading a page anew.
 */
function verificationSources(baseUrl: string) {
  const base = `${baseUrl}/`
  return {
    script: [base, 'https://www.gstatic.com/recaptcha/'],
    frame: [base, 'https://recaptcha.google.com/recaptcha/'],
    connect: [base],
  }
}
