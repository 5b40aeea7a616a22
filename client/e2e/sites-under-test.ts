/** What stands in for the human verification service. */
export const recaptcha = { url: 'http://127.0.0.1:4329', port: 4329 }

/** The sites that the browser tests start. */
export const sitesUnderTest = {
  plain: {
    url: 'http://127.0.0.1:4321',
    port: 4321,
    environment: { ANALYTICS_ID: '', CORS_ORIGINS: 'http://127.0.0.1:4324' },
  },
  withAnalytics: { url: 'http://127.0.0.1:4322', port: 4322, environment: { ANALYTICS_ID: 'G-TEST' } },
  /** A web tier that has no time to preload prices: its pages ask the plain site for them, across origins. */
  webTier: {
    url: 'http://127.0.0.1:4324',
    port: 4324,
    environment: { ANALYTICS_ID: '', API_BASE_URL: 'http://127.0.0.1:4321', PRELOAD_TIMEOUT_MS: '0' },
  },
} as const
