import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPages } from '#shared/pages/own-pages.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { createSecurityHeaders, type SecurityOptions } from './security-headers.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ ANALYTICS_ID: '' })
})
afterAll(() => site.ctx.close())

const plain: SecurityOptions = {
  siteUrl: 'http://localhost:3000',
  apiBaseUrl: '',
  analyticsId: '',
  verification: { siteKey: 'key', baseUrl: 'https://www.google.com/recaptcha' },
  cardPayments: true,
  phoneRemote: true,
  hstsIncludeSubdomains: false,
  dev: false,
}

const headersOf = (path: string, change: Partial<SecurityOptions> = {}): Record<string, string> =>
  Object.fromEntries(createSecurityHeaders({ ...plain, ...change })(path))

function policyOf(path: string, change?: Partial<SecurityOptions>): Record<string, string> {
  const policy = headersOf(path, change)['Content-Security-Policy'] ?? ''
  return Object.fromEntries(policy.split(';').map((directive) => directive.split(/ (.*)/s).slice(0, 2)))
}

const google = /google-analytics|analytics\.google|googletagmanager/

test('at recaptcha.net the policy also names the host that its script comes from', () => {
  const verification = { siteKey: 'key', baseUrl: 'https://www.recaptcha.net/recaptcha' }
  const scripts = (change?: Partial<SecurityOptions>) => policyOf(routes.contact, change)['script-src']
  expect(scripts({ verification })).toBe(
    "'self' https://www.recaptcha.net/recaptcha/api.js https://www.gstatic.com/recaptcha/releases/ https://www.gstatic.cn/recaptcha/releases/",
  )
  expect(scripts()).not.toContain('gstatic.cn')
})

test('the policy of a page allows no inline script, no script from text, and each third party by name', () => {
  expect(policyOf(routes.contact)).toEqual({
    'default-src': "'none'",
    'base-uri': "'none'",
    'script-src':
      "'self' https://www.google.com/recaptcha/api.js https://www.gstatic.com/recaptcha/releases/",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'media-src': "'self'",
    'connect-src': "'self' https://www.google.com/recaptcha/",
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'manifest-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  })
})

test.each([deskRoutes.home, deskRoutes.open, deskRoutes.sent, deskRoutes.orders, deskRoutes.sessions])(
  'the policy of %s names no third party, and lets no script make a policy of Trusted Types',
  (path) => {
    expect(policyOf(path, { analyticsId: 'G-TEST', apiBaseUrl: 'https://api.example.com' })).toEqual({
      ...policyOf(routes.contact),
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'none'",
      'trusted-types': "'none'",
    })
  },
)

test('the desk’s sign-in alone allows the human check, whose script makes policies of its own', () => {
  expect(
    policyOf(deskRoutes.signIn, { analyticsId: 'G-TEST', apiBaseUrl: 'https://api.example.com' }),
  ).toEqual(policyOf(routes.contact))
})

test.each([routes.home, routes.completed, '/nowhere'])(
  'the policy of %s allows one inline style by its hash',
  async (path) => {
    const { text, headers } = await request(site.app).get(path)
    const [style = '', ...others] = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css)
    expect(others).toEqual([])
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^' ]+';/)
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  },
)

test('analytics join the policy only where they are on', () => {
  expect(headersOf('/')['Content-Security-Policy']).not.toMatch(google)
  const counting = policyOf('/', { analyticsId: 'G-TEST' })
  expect(counting['script-src']?.split(' ')).toContain('https://www.googletagmanager.com/gtag/')
  expect(counting['script-src']).not.toMatch(/googletagmanager\.com( |$)/)
  const reports = [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://analytics.google.com',
    'https://*.analytics.google.com',
    'https://www.google.com/g/collect',
  ]
  expect(counting['connect-src']?.split(' ')).toEqual([
    "'self'",
    'https://www.google.com/recaptcha/',
    ...reports,
  ])
  expect(counting['img-src']?.split(' ')).toEqual(["'self'", 'data:', ...reports])
})

test.each([...ownPages, `${routes.completed}/`, '/%73hop/completed'])(
  'analytics never join the policy of %s, which is one visitor’s own',
  (path) => {
    expect(policyOf(path, { analyticsId: 'G-TEST' })).toEqual(policyOf(routes.home))
  },
)

test('the origin of a separate API joins the policy, for calls and for forms', () => {
  const policy = policyOf('/', { apiBaseUrl: 'https://api.example.com/v1' })
  expect(policy['connect-src']).toContain(' https://api.example.com ')
  expect(policy['form-action']).toBe("'self' https://api.example.com")
})

test('browsers are told to insist on TLS only behind TLS', () => {
  expect(headersOf('/')).not.toHaveProperty('Strict-Transport-Security')
  expect(policyOf('/')).not.toHaveProperty('upgrade-insecure-requests')
  const siteUrl = 'https://www.example.com'
  const hsts = (change: Partial<SecurityOptions>) =>
    headersOf('/api/pricing', { siteUrl, ...change })['Strict-Transport-Security']
  expect(hsts({})).toBe('max-age=31536000')
  expect(hsts({ hstsIncludeSubdomains: true })).toBe('max-age=31536000; includeSubDomains')
  expect(policyOf('/', { siteUrl })).toHaveProperty('upgrade-insecure-requests')
})

test('in development the policy allows Vite', () => {
  const policy = policyOf('/', { dev: true })
  expect(policy).not.toHaveProperty('require-trusted-types-for')
  expect(policyOf(deskRoutes.home, { dev: true })).not.toHaveProperty('trusted-types')
  expect(policy['style-src']).toContain("'unsafe-inline'")
})

test.each([
  apiRoutes.pricing,
  '/_content/news',
  '/API/pricing',
  '/assets/a.js',
  '/updates/latest.yml',
  apiRoutes.licenceKeys,
  '/readyz',
])('%s, opened as a page, could do nothing', (path) => {
  expect(headersOf(path)['Content-Security-Policy']).toBe("default-src 'none';frame-ancestors 'none'")
})

test('pictures may be shown by readers of our feeds, and nothing else by other sites', () => {
  const sharing = 'Cross-Origin-Resource-Policy'
  const pictures = readdirSync('public', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  expect(pictures.length).toBeGreaterThan(3)
  for (const name of pictures) expect(headersOf(`/${name}`)[sharing]).toBe('cross-origin')
  for (const path of ['/', apiRoutes.pricing, '/assets/a.js']) {
    expect(headersOf(path)[sharing]).toBe('same-origin')
  }
})

test('a PDF may be shown by the browser’s own viewer', () => {
  expect(headersOf(apiRoutes.invoice('ord_1'))['Content-Security-Policy']).toBe("frame-ancestors 'none'")
})

test.each([routes.home, '/nowhere', apiRoutes.pricing, '/healthz', '/api/nothing', '/images/gone.png'])(
  'what is answered at %s carries the headers of its path, whatever the answer is',
  async (path) => {
    const { headers } = await request(site.app).get(path)
    const { siteUrl, recaptcha } = site.ctx.config
    const expected = headersOf(path, {
      siteUrl,
      verification: { siteKey: '', baseUrl: recaptcha?.baseUrl ?? '' },
    })
    const policyName = 'content-security-policy'
    const policy = headers[policyName]?.replace(/ 'sha256-[^']+'/, '')
    const answered: typeof headers = { ...headers, [policyName]: policy ?? '' }
    for (const [name, value] of Object.entries(expected)) expect(answered[name.toLowerCase()]).toBe(value)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  },
)
