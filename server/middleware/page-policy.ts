import type { SecurityOptions } from './security-headers.ts'

type PolicyOptions = Pick<SecurityOptions, 'siteUrl' | 'apiBaseUrl' | 'analyticsId' | 'dev'> & {
  /** Null for pages that never ask whether somebody is a person. */
  verification: SecurityOptions['verification'] | null
}

const google = {
  /** A whole-host source would admit Tag Manager containers, in which anybody publishes scripts. */
  script: 'https://www.googletagmanager.com/gtag/',
  tags: 'https://www.googletagmanager.com',
  // Google Analytics 4 reports here. doubleclick.net is missing because the tag disables Google Signals.
  analytics: [
    'https://*.google-analytics.com',
    'https://analytics.google.com',
    'https://*.analytics.google.com',
    'https://www.google.com/g/collect',
  ],
}

/** Every page allows what forms need, because visitors reach a form without loading a new document. */
export function pagePolicy({ siteUrl, apiBaseUrl, analyticsId, verification, dev }: PolicyOptions) {
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
    // The payment page is reached by script, so it needs no form action.
    formAction: ["'self'", ...api],
    frameAncestors: ["'none'"],
    // Vite's error overlay writes HTML. Policy names stay open, because Google's scripts create their own policies.
    ...(!dev && { requireTrustedTypesFor: ["'script'"] }),
    ...(siteUrl.startsWith('https:') && { upgradeInsecureRequests: [] }),
  }
}

const nobody = { script: [], frame: [], connect: [] }

/** https://developers.google.com/recaptcha/docs/faq; full paths, because other scripts below /recaptcha/ could run an attacker's code. */
function verificationSources(baseUrl: string) {
  return {
    script: [`${baseUrl}/api.js`, 'https://www.gstatic.com/recaptcha/releases/'],
    frame: [`${baseUrl}/`, 'https://recaptcha.google.com/recaptcha/'],
    connect: [`${baseUrl}/`],
  }
}
