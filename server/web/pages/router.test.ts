import { cpSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({}, { clock: () => new Date('2026-11-22T02:00:00Z') })
})
afterAll(() => site.ctx.close())

const pages = [
  [
    routes.home,
    'Teleprompting software for Windows, macOS and Linux',
    /Experience the difference\..*Version 2\.3 is now available\./,
  ],
  [routes.pricing, 'Pricing', 'Pricing'],
  [routes.downloads, 'Downloads', 'Downloads'],
  [routes.news, 'News', 'News'],
  [
    routes.article('where-to-put-the-reading-line'),
    'Where to put the reading line',
    'Where to put the reading line',
  ],
  [routes.whatsNew, 'What’s new', 'What’s new'],
  [routes.contact, 'Contact', 'Contact'],
  [routes.activation, 'Activation', 'Activation'],
  [routes.shop, 'Shop', 'Shop'],
  [routes.cart, 'Cart', 'Cart'],
  [routes.completed, 'Order completed', /./],
  [routes.disclaimer, 'Disclaimer', 'Disclaimer'],
  [routes.privacy, 'Privacy Policy', 'Privacy Policy'],
  [routes.terms, 'Terms & Conditions', 'Terms & Conditions'],
] as const

describe.each(pages)('%s', (path, title, heading) => {
  test('is rendered by the server with its title, one heading, and the footer', async () => {
    const answer = await request(site.app).get(path)
    expect(answer.status).toBe(200)
    expect(answer.type).toBe('text/html')
    expect(answer.text).toMatch(/^<!DOCTYPE html><html lang="en-AU">/)

    const identity = site.ctx.library.typed.site
    expect(textOf(answer.text, 'title')).toEqual([`${title} - ${identity.product}`])
    const headings = textOf(answer.text, 'h1')
    expect(headings).toHaveLength(1)
    expect(headings[0]).toMatch(heading)

    const footer = answer.text.slice(answer.text.indexOf('<footer'))
    expect(footer).toContain(`© 2018–2026 ${identity.company.name}`)
    expect(footer).toContain(`ABN ${identity.company.abn}`)
    for (const link of [routes.disclaimer, routes.privacy, routes.terms])
      expect(footer).toContain(`href="${link}"`)
  })

  test('holds no executable inline script, and one description and keywords', async () => {
    const { text } = await request(site.app).get(path)
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, attributes]) => attributes)
    for (const attributes of inline) expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
    expect(text.match(/<meta name="description"/g)).toHaveLength(1)
    expect(text).toMatch(
      /<meta name="keywords" content="[^"]*teleprompter[^"]*timer[^"]*trial[^"]*remote teleprompter/,
    )
    expect(text).not.toMatch(/\son[a-z]+="/)
    expect(text).not.toMatch(/\sstyle="/)
  })
})

test.each([
  ['no route', '/nowhere'],
  ['no article', '/news/no-such-article'],
  ['a malformed escape', '/%E0%A4%A'],
  ['a malformed escape in an article', '/news/%E0%A4%A'],
  ['a NUL', '/%00'],
  ['a folder', '/legal'],
  ['a very long path', `/${'a'.repeat(4000)}`],
])('%s is the 404 page', async (_case, path) => {
  const answer = await request(site.app).get(path)
  expect(answer.status).toBe(404)
  expect(answer.get('cache-control')).toBe('no-store')
  expect(textOf(answer.text, 'h1')).toEqual(['This page could not be found'])
  expect(answer.text).toContain('Return to Home page')
})

test('the copyright line follows the clock, in the company’s time zone', async () => {
  const newYearsEve = new Date('2030-12-31T13:30:00Z') // already 2031 in Sydney
  const { app } = await createTestApp({}, { clock: () => newYearsEve })
  expect((await request(app).get('/')).text).toContain('© 2018–2031 ')
})

test('a failing content service is an error page with status 500', async () => {
  const { app, logged } = await createTestApp(
    {},
    {
      change: (ctx) => ({
        ...ctx,
        services: { ...ctx.services, content: () => Promise.reject(new Error('the disk is gone')) },
      }),
    },
  )
  const answer = await request(app).get(routes.news)
  expect(answer.status).toBe(500)
  expect(textOf(answer.text, 'h1')).toEqual(['An error occurred'])
  expect(answer.text).not.toContain('the disk is gone')
  expect(JSON.stringify(logged)).toContain('the disk is gone')
})

test('a page waits for prices no longer than it may, and is rendered without them', async () => {
  const { app } = await createTestApp(
    { PRELOAD_TIMEOUT_MS: '20' },
    { change: (ctx) => ({ ...ctx, services: { ...ctx.services, pricing: () => new Promise(() => {}) } }) },
  )
  const answer = await request(app).get(routes.pricing)
  expect(answer.status).toBe(200)
  expect(preloaded(answer.text).app.pricing).toBeNull()
})

test('the prices are inlined, in an element that no content can close', async () => {
  const hostile = '</script><script>alert(1)</script><!--\u2028'
  const { app } = await createTestApp(
    {},
    {
      change: (ctx) => ({
        ...ctx,
        services: {
          ...ctx.services,
          pricing: async () => ({ ...(await ctx.services.pricing()), version: hostile }),
        },
      }),
    },
  )
  const { text } = await request(app).get('/')
  expect(preloaded(text).app.pricing.version).toBe(hostile)
  expect(text).not.toContain('alert(1)</script>')
})

test('only GET and HEAD ask for pages', async () => {
  expect((await request(site.app).post('/pricing')).status).toBe(405)
  const head = await request(site.app).head('/pricing')
  expect(head.status).toBe(200)
  expect(head.text).toBeUndefined()
})

function textOf(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) =>
    inner
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#x27;', "'")
      .trim(),
  )
}

function preloaded(html: string) {
  const [, json = ''] =
    /<script id="preloaded-state" type="application\/json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

describe('structured data', () => {
  test('names the company and the product, with an offer for each price', async () => {
    const { text } = await request(site.app).get('/')
    const things = structuredData(text)
    const { site: identity, pricing } = site.ctx.library.typed
    expect(things.map((thing) => thing['@type'])).toEqual(['Organization', 'SoftwareApplication'])
    expect(things[0]).toMatchObject({ '@context': 'https://schema.org', name: identity.company.name })
    expect(things[1]).toMatchObject({ name: identity.product, softwareVersion: '2.3.0' })
    expect(things[1].offers).toHaveLength(pricing.products.length)
    for (const [index, offer] of things[1].offers.entries()) {
      const { sku, unitAmount } = pricing.products[index] as (typeof pricing.products)[number]
      expect(offer).toMatchObject({ '@type': 'Offer', sku, priceCurrency: 'AUD' })
      expect(Number(offer.price) * 100).toBeCloseTo(unitAmount)
    }
  })

  test('of an article says when it was published, and the way to it', async () => {
    const { text } = await request(site.app).get(routes.article('where-to-put-the-reading-line'))
    const [article, trail] = structuredData(text)
    expect(article).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Where to put the reading line',
      datePublished: '2026-10-08',
      mainEntityOfPage: 'http://localhost:3000/news/where-to-put-the-reading-line',
      publisher: {
        '@type': 'Organization',
        name: expect.stringMatching(/./),
        logo: expect.stringMatching(/./),
      },
    })
    expect(trail['@type']).toBe('BreadcrumbList')
    expect(
      trail.itemListElement.map((item: { position: number; name: string }) => [item.position, item.name]),
    ).toEqual([
      [1, 'Home'],
      [2, 'News'],
      [3, 'Where to put the reading line'],
    ])
  })
})

test('a page names its canonical address and its card', async () => {
  const { app } = await createTestApp({ SITE_URL: 'https://www.example.com' })
  const { text } = await request(app).get('/news?page=2&utm_source=x')
  expect(text).toContain('<link rel="canonical" href="https://www.example.com/news?page=2"/>')
  expect(text).toContain('<meta property="og:url" content="https://www.example.com/news?page=2"/>')
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  const [, image = ''] =
    /<meta property="og:image" content="https:\/\/www\.example\.com([^"]+)"/.exec(text) ?? []
  expect((await request(app).get(image)).status).toBe(200)
  for (const part of ['title', 'description', 'image']) {
    const [, content = ''] = new RegExp(`<meta property="og:${part}" content="([^"]+)"`).exec(text) ?? []
    expect(text).toContain(`<meta name="twitter:${part}" content="${content}"/>`)
  }
})

test('an article says when it was changed as a day', async () => {
  const { text } = await request(site.app).get(routes.helpArticle('two-screens'))
  expect(text).toMatch(/"dateModified":"\d{4}-\d\d-\d\d"/)
})

test('an image of an article keeps its place, loads late, and comes in the width that is needed', async () => {
  const { text } = await request(site.app).get(routes.article('why-the-screen-is-mirrored'))
  const [image] = /<img [^>]*prompter-1600[^>]*>/.exec(text) ?? []
  expect(image).toContain('width="1600"')
  expect(image).toContain('height="900"')
  expect(image).toContain('loading="lazy"')
  expect(image).toContain('srcSet="/images/prompter-960.jpg 960w, /images/prompter-1600.jpg 1600w"')
})

test.each([`${routes.news}?page=99`, routes.helpArticle('none')])('%s is not found', async (path) => {
  await request(site.app).get(path).expect(404)
})

const foundNothing = `${routes.news}?q=xylophone`

test('a search for nothing we have says so', async () => {
  const { text } = await request(site.app).get(foundNothing)
  expect(text).toContain('Nothing found for “xylophone”.')
})

test.each([routes.cart, routes.completed, foundNothing])('%s is kept out of search engines', async (path) => {
  const { text } = await request(site.app).get(path)
  expect(text).toContain('<meta name="robots" content="noindex"/>')
})

test('an article in a folder has an address of its own', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', contentDir, { recursive: true })
  const moves = {
    'news/version-2-3.md': 'news/2026/open-day.md',
    'help/two-screens.md': 'help/studio/two.md',
  }
  for (const [from, to] of Object.entries(moves)) {
    mkdirSync(join(contentDir, to, '..'))
    renameSync(join(contentDir, from), join(contentDir, to))
  }
  const { app, ctx } = await createTestApp({ CONTENT_DIR: contentDir })
  for (const address of [routes.article('2026/open-day'), routes.helpArticle('studio/two')]) {
    expect(
      (
        await request(app)
          .get(dirname(dirname(address)))
          .expect(200)
      ).text,
    ).toContain(`"${address}"`)
    await request(app).get(address).expect(200)
  }
  await ctx.close()
})

test('drafts and posts whose date is to come are shown nowhere, unless asked for', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', contentDir, { recursive: true })
  writeFileSync(
    join(contentDir, 'news/secret.md'),
    '---\ntitle: Secret\ndescription: Hidden\ndate: 2020-01-01\ndraft: true\n---\nText\n',
  )
  writeFileSync(
    join(contentDir, 'news/later.md'),
    '---\ntitle: Later\ndescription: To come\ndate: 2030-01-01\n---\nText\n',
  )
  const everywhere = [
    '/news',
    '/sitemap.xml',
    '/news/feed.xml',
    '/news/feed.json',
    '/_content/news',
    '/news?q=secret',
  ]
  const seen = async (environment: NodeJS.ProcessEnv, clock?: () => Date) => {
    const { app, ctx } = await createTestApp({ CONTENT_DIR: contentDir, ...environment }, clock && { clock })
    const texts = await Promise.all(everywhere.map(async (path) => (await request(app).get(path)).text))
    const statuses = [
      (await request(app).get('/news/secret')).status,
      (await request(app).get('/news/later')).status,
      (await request(app).post('/_content/news/secret').send({})).status,
    ]
    await ctx.close()
    return {
      secret: texts.some((text) => text.includes('>Secret<') || text.includes('/news/secret')),
      statuses,
    }
  }
  expect(await seen({})).toEqual({ secret: false, statuses: [404, 404, 404] })
  expect(await seen({ CONTENT_DRAFTS: '1' })).toEqual({ secret: true, statuses: [200, 200, 200] })
  expect((await seen({}, () => new Date('2030-01-02'))).statuses).toEqual([404, 200, 404])
})

// biome-ignore lint/suspicious/noExplicitAny: any shape of schema.org
function structuredData(html: string): any[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}

test('the prices lead to an article about quotes and purchase orders that is there', async () => {
  const { app } = await createTestApp()
  const { text } = await request(app).get(routes.pricing).expect(200)
  const [, path = ''] =
    /<a[^>]* href="([^"]+)"[^>]*>Need a quote, or to pay against a purchase order\?<\/a>/.exec(text) ?? []
  expect(path).toMatch(/^\/help\//)
  await request(app).get(path).expect(200)
})
