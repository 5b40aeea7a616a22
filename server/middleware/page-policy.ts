import type { SecurityOptions } from './security-headers.ts'

const google = {
  /** The folder of the analytics script. Beside it lie containers in which anybody publishes scripts. */
  script: 'https://www.googletagmanager.com/gtag/',
  tags: 'https://www.googletagmanager.com',
  // Where Google Analytics 4 collects. Not doubleclick.net: the tag is told to leave Google Signals out.
  analytics: [
    'https://*.google-analytics.com',
    'https://analytics.google.com',
    'https://*.analytics.google.com',
    'https://www.google.com/g/collect',
  ],
}

/**
 * The content security policy of every page: no inline script, no script from text, each third party by name. Pages differ
 * in analytics alone. Each names what the forms need, because a visitor reaches a form without loading a new document.
 */
export function pagePolicy({ siteUrl, apiBaseUrl, analyticsId, verification, dev }: SecurityOptions) {
  const human = verificationSources(verification.baseUrl)
  const api = apiBaseUrl ? [new URL(apiBaseUrl).origin] : []
  const counting = analyticsId !== ''
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    scriptSrc: ["'self'", ...human.script, ...(counting ? [google.script] : [])],
    // Vite injects styles and its socket while developing.
    styleSrc: ["'self'", ...(dev ? ["'unsafe-inline'"] : [])],
    imgSrc: ["'self'", 'data:', ...(counting ? [google.tags, ...google.analytics] : [])],
    fontSrc: ["'self'"],
    // Films of the program, and their captions.
    mediaSrc: ["'self'"],
    connectSrc: [
      "'self'",
      ...api,
      ...human.connect,
      ...(counting ? [google.tags, ...google.analytics] : []),
      ...(dev ? ['ws:'] : []),
    ],
    frameSrc: human.frame,
    manifestSrc: ["'self'"],
    // Vite waits for a restarting server in a worker.
    ...(dev && { workerSrc: ["'self'", 'blob:'] }),
    // Paying starts with a script that changes the address, which is no form's action.
    formAction: ["'self'", ...api],
    frameAncestors: ["'none'"],
    // Not while developing: Vite's error overlay writes HTML. Which policies there may be is left open, for Google's
    // scripts bring their own, under names of their own choice.
    ...(!dev && { requireTrustedTypesFor: ["'script'"] }),
    ...(siteUrl.startsWith('https:') && { upgradeInsecureRequests: [] }),
  }
}

/**
 * What the widget needs (https://developers.google.com/recaptcha/docs/faq, on CSP), but scripts by their very address:
 * others below /recaptcha/ would lend themselves to run what an attacker writes.
 */
function verificationSources(baseUrl: string) {
  return {
    script: [`${baseUrl}/api.js`, 'https://www.gstatic.com/recaptcha/releases/'],
    frame: [`${baseUrl}/`, 'https://recaptcha.google.com/recaptcha/'],
    connect: [`${baseUrl}/`],
  }
}
