import helmet, { type HelmetOptions } from 'helmet'
import { isOwnPage } from '#shared/pages/own-pages.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskRoutes, isDeskPath } from '#shared/routes/desk-routes.ts'
import type { SecurityOptions } from './security-headers.ts'

export type AnswerKind = 'page' | 'ownPage' | 'desk' | 'deskSignIn' | 'data' | 'picture' | 'pdf'

type Directives = NonNullable<
  Exclude<HelmetOptions['contentSecurityPolicy'], boolean | undefined>['directives']
>

export const policyHeader = 'Content-Security-Policy'

type PolicyOptions = Pick<SecurityOptions, 'siteUrl' | 'apiBaseUrl' | 'analyticsId' | 'dev'> & {
  /** Null for pages without the human check. */
  verification: SecurityOptions['verification'] | null
}

export function kindOf(path: string): AnswerKind {
  if (/^\/((images|icons|cards)\/|[^/]+\.(svg|png|ico|jpg)$)/.test(path)) return 'picture'
  if (/^\/api\/.*\.pdf$/.test(path)) return 'pdf'
  if (
    path === apiRoutes.licenceKeys ||
    /^\/(api|_content|assets|updates|healthz|readyz|metrics)(\/|$)/i.test(path)
  )
    return 'data'
  if (path === deskRoutes.signIn) return 'deskSignIn'
  if (isDeskPath(path)) return 'desk'
  return isOwnPage(path) ? 'ownPage' : 'page'
}

export function policiesByKind(options: SecurityOptions): Record<AnswerKind, Directives> {
  const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }
  return {
    page: pagePolicy(options),
    ownPage: pagePolicy({ ...options, analyticsId: '' }),
    desk: {
      ...pagePolicy({ ...options, apiBaseUrl: '', analyticsId: '', verification: null }),
      // The desk's scripts write no HTML and load no others. The site's own scripts create a Trusted Types
      // policy.
      ...(!options.dev && { trustedTypes: ["'none'"] }),
    },
    deskSignIn: pagePolicy({ ...options, apiBaseUrl: '', analyticsId: '' }),
    data: nothing,
    picture: nothing,
    // Browsers wrap a PDF in a page of their own, which would stay blank under a policy without sources.
    pdf: {
      defaultSrc: helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc,
      frameAncestors: ["'none'"],
    },
  }
}

/** @param hash source expression of an inline style, with its quotes */
export function allowStyle(policy: string, hash: string): string {
  return policy.replace("style-src 'self'", (sources) => `${sources} ${hash}`)
}

const google = {
  /** Allowing the whole host would admit Tag Manager containers, in which anybody publishes scripts. */
  script: 'https://www.googletagmanager.com/gtag/',
  tags: 'https://www.googletagmanager.com',
  // Where Google Analytics 4 reports. doubleclick.net is missing because the tag disables Google Signals.
  analytics: [
    'https://*.google-analytics.com',
    'https://analytics.google.com',
    'https://*.analytics.google.com',
    'https://www.google.com/g/collect',
  ],
}

/**
 * Every page allows the sources that forms need, since visitors reach forms without loading a new document.
 */
function pagePolicy({ siteUrl, apiBaseUrl, analyticsId, verification, dev }: PolicyOptions) {
  const human = verification ? verificationSources(verification.baseUrl) : nobody
  const api = apiBaseUrl ? [new URL(apiBaseUrl).origin] : []
  const counting = analyticsId !== ''
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    scriptSrc: ["'self'", ...human.script, ...(counting ? [google.script] : [])],
    styleSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    imgSrc: ["'self'", 'data:', ...(counting ? [google.tags, ...google.analytics] : [])],
    fontSrc: ["'self'"],
    mediaSrc: ["'self'"],
    connectSrc: [
      "'self'",
      ...api,
      ...human.connect,
      ...(counting ? [google.tags, ...google.analytics] : []),
      ...(dev ? ['ws:'] : []),
    ],
    frameSrc: human.frame.length > 0 ? human.frame : ["'none'"],
    manifestSrc: ["'self'"],
    ...(dev && { workerSrc: ["'self'", 'blob:'] }),
    // A script opens the payment page, so it needs no form action.
    formAction: ["'self'", ...api],
    frameAncestors: ["'none'"],
    // Vite's error overlay writes HTML. Google's scripts create policies with names of their own.
    ...(!dev && { requireTrustedTypesFor: ["'script'"] }),
    ...(siteUrl.startsWith('https:') && { upgradeInsecureRequests: [] }),
  }
}

const nobody = { script: [], frame: [], connect: [] }

/**
 * https://developers.google.com/recaptcha/docs/faq. Uses full paths, because other scripts below /recaptcha/
 * could run an attacker's code.
 */
function verificationSources(baseUrl: string) {
  // If Google's hosts are blocked, recaptcha.net loads its script from this one.
  const isNet = /(^|\.)recaptcha\.net$/.test(new URL(baseUrl).hostname)
  const releases = ['www.gstatic.com', ...(isNet ? ['www.gstatic.cn'] : [])]
  return {
    script: [`${baseUrl}/api.js`, ...releases.map((host) => `https://${host}/recaptcha/releases/`)],
    frame: [`${baseUrl}/`, 'https://recaptcha.google.com/recaptcha/'],
    connect: [`${baseUrl}/`],
  }
}
