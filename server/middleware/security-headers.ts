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
  const verification = verificationHosts(recaptcha.baseUrl)
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        // Vite injects styles and its socket while developing.
        styleSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
        scriptSrc: ["'self'", ...analyticsHosts.script, ...verification],
        connectSrc: [
          "'self'",
          ...analyticsHosts.connect,
          ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : []),
          ...(dev ? ['ws:'] : []),
        ],
        imgSrc: ["'self'", 'data:', ...analyticsHosts.script, 'https://*.google-analytics.com'],
        fontSrc: ["'self'"],
        // Vite waits for a restarting server in a worker.
        ...(dev && { workerSrc: ["'self'", 'blob:'] }),
        frameSrc: verification,
        objectSrc: ["'none'"],
        formAction: ["'self'"],
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

/** Google serves the widget's own scripts and frames from a second host; a stand-in has one. */
function verificationHosts(baseUrl: string): string[] {
  const { origin } = new URL(baseUrl)
  return origin === 'https://www.google.com' ? [origin, 'https://www.gstatic.com'] : [origin]
}
