import { expect, test } from 'vitest'
import { ownPages } from '#shared/pages/own-pages.ts'
import { routes } from '#shared/routes/routes.ts'
import { createAnalytics, optOut } from './analytics.ts'

function createBrowser(navigator: object = {}, pathname: string = routes.home) {
  const scripts: string[] = []
  const kept = new Map<string, string>()
  const browser = {
    navigator,
    location: { pathname },
    document: {
      createElement: () => ({ async: false, src: '' }),
      head: { append: ({ src }: { src: string }) => scripts.push(src) },
    },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    dataLayer: [] as IArguments[],
  }
  return {
    browser: browser as never,
    goTo: (path: string) => {
      browser.location.pathname = path
    },
    scripts,
    sent: () => browser.dataLayer.map((command) => [...command]),
  }
}

test('the script is loaded once, and each page view counted', () => {
  const { browser, scripts, sent } = createBrowser()
  const analytics = createAnalytics('G-TEST', routes.home, browser)
  analytics.pageView('https://www.example.com/pricing', 'Pricing')
  analytics.pageView('https://www.example.com/pricing', 'Pricing')
  expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST'])
  expect(sent().map(([command, name]) => (command === 'event' ? name : command))).toEqual([
    'js',
    'config',
    'page_view',
    'page_view',
  ])
})

test('the script is told to do without advertising', () => {
  const { browser, sent } = createBrowser()
  createAnalytics('G-TEST', routes.home, browser).pageView('https://www.example.com/', 'Home')
  const [, , options] = sent().find(([command]) => command === 'config') ?? []
  expect(options).toMatchObject({ allow_google_signals: false, allow_ad_personalization_signals: false })
})

test.each([
  ['an empty id', '', {}],
  ['Global Privacy Control', 'G-TEST', { globalPrivacyControl: true }],
  ['Do Not Track', 'G-TEST', { doNotTrack: '1' }],
])('nothing is loaded with %s', (_case, id, navigator) => {
  const { browser, scripts, sent } = createBrowser(navigator)
  createAnalytics(id, routes.home, browser).pageView('https://www.example.com/pricing', 'Pricing')
  expect(scripts).toEqual([])
  expect(sent()).toEqual([])
})

test('nothing is loaded after opting out, and again after opting in', () => {
  const { browser, scripts } = createBrowser()
  const analytics = createAnalytics('G-TEST', routes.home, browser)
  expect(optOut(browser, true)).toBe(true)
  analytics.pageView('https://www.example.com/pricing', 'Pricing')
  expect(scripts).toEqual([])
  optOut(browser, false)
  analytics.pageView('https://www.example.com/pricing', 'Pricing')
  expect(scripts).toHaveLength(1)
  expect(browser).toMatchObject({ 'ga-disable-G-TEST': false })
  optOut(browser, true)
  expect(browser).toMatchObject({ 'ga-disable-G-TEST': true })
})

test.each(ownPages)('in a document that began at %s nothing is loaded on any page', (path) => {
  const { browser, goTo, scripts, sent } = createBrowser({}, path)
  const analytics = createAnalytics('G-TEST', path, browser)
  analytics.pageView(`https://www.example.com${path}`, 'Own')
  goTo(routes.pricing)
  analytics.pageView('https://www.example.com/pricing', 'Pricing')
  expect(scripts).toEqual([])
  expect(sent()).toEqual([])
})

test.each(ownPages)(
  'at %s a script that was loaded before is silent, and nothing is counted of it later',
  (path) => {
    const { browser, goTo, sent } = createBrowser()
    const analytics = createAnalytics('G-TEST', routes.home, browser)
    analytics.pageView('https://www.example.com/pricing', 'Pricing')
    const before = sent()
    goTo(path)
    expect(browser).toMatchObject({ 'ga-disable-G-TEST': true })
    analytics.pageView(`https://www.example.com${path}`, 'Own')
    goTo(routes.pricing)
    analytics.pageView(`https://www.example.com${path}`, 'Own')
    expect(sent()).toEqual(before)
    expect(browser).toMatchObject({ 'ga-disable-G-TEST': false })
  },
)
