import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseStringPromise } from 'xml2js'
import { feedRoutes, routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const origin = 'https://www.example.com'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ SITE_URL: origin })
})
afterAll(() => site.ctx.close())

test('the sitemap lists exactly the pages that search engines may list', async () => {
  const { pages } = await site.ctx.ssr.load()
  const single = pages.map(({ path }) => path).filter((path) => !path.endsWith('/*'))
  const { text } = await request(site.app).get(feedRoutes.sitemap)
  for (const path of single) {
    const page = await request(site.app).get(path)
    const isIndexed = !page.text.includes('<meta name="robots" content="noindex"')
    expect([path, text.includes(`<loc>${origin}${path}</loc>`)]).toEqual([path, isIndexed])
  }
})

test('every address of the sitemap answers, and says when it last changed', async () => {
  const { text, type } = await request(site.app).get(feedRoutes.sitemap)
  expect(type).toBe('application/xml')
  const { urlset } = await parseStringPromise(text)
  expect(urlset.$.xmlns).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  const entries: { loc: string[]; lastmod?: string[] }[] = urlset.url
  const paths = entries.map(({ loc: [loc = ''] }) => loc.replace(origin, ''))
  expect(paths).toContain(routes.article('where-to-put-the-reading-line'))
  expect(entries.find(({ loc }) => loc[0] === origin + routes.privacy)?.lastmod).toHaveLength(1)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { lastmod } of entries) if (lastmod) expect(lastmod[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const path of paths) expect([path, (await request(site.app).get(path)).status]).toEqual([path, 200])
})

test('the Atom feed has what RFC 4287 requires, newest first', async () => {
  const { text, type } = await request(site.app).get(feedRoutes.news)
  expect(type).toBe('application/atom+xml')
  const { feed } = await parseStringPromise(text)
  expect(feed.$.xmlns).toBe('http://www.w3.org/2005/Atom')
  for (const required of ['id', 'title', 'updated', 'author']) expect(feed[required]).toHaveLength(1)
  const self = feed.link.find((link: { $: { rel: string } }) => link.$.rel === 'self')
  expect(self.$.href).toBe(origin + feedRoutes.news)
  const times: string[] = []
  for (const entry of feed.entry) {
    for (const required of ['id', 'title', 'updated', 'summary']) expect(entry[required]).toHaveLength(1)
    expect(entry.id[0]).toMatch(/^https:\/\/www\.example\.com\/news\//)
    expect(new Date(entry.updated[0]).toISOString()).toBe(entry.updated[0])
    times.push(entry.published[0])
  }
  expect(times).toEqual(times.toSorted().reverse())
  expect(feed.updated[0]).toBe(times[0])
})

test('feeds carry whole articles, their addresses absolute and without scripts or anchors', async () => {
  const { body } = await request(site.app).get(feedRoutes.newsJson).responseType('json')
  const feed = JSON.parse(body)
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: origin + routes.news,
    feed_url: origin + feedRoutes.newsJson,
  })
  const all = feed.items.map((item: { content_html: string }) => item.content_html).join('')
  expect(all).toContain(`<a href="${origin}/`)
  expect(all).toContain(` src="${origin}/images/`)
  expect(all).not.toMatch(/(href|src)="\//)
  expect(all).not.toContain('nuxt-link')
  expect(all).not.toContain('icon-link')
  expect(all).not.toContain('<script')
})

test('robots.txt names the sitemap and keeps the API out', async () => {
  const { text } = await request(site.app).get(feedRoutes.robots)
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(text).toContain('Disallow: /api/')
})

test('security.txt has what RFC 9116 requires, and expires in the coming year', async () => {
  const { text } = await request(site.app).get(feedRoutes.security)
  expect(text).toMatch(/^Contact: mailto:.+@/m)
  expect(text).toContain(`Canonical: ${origin}${feedRoutes.security}`)
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('the web manifest names icons that are there', async () => {
  const { text, type } = await request(site.app).get(feedRoutes.manifest)
  expect(type).toBe('application/manifest+json')
  const { icons, name } = JSON.parse(text)
  expect(name).toBe(site.ctx.library.typed.site.product)
  for (const { src, type: iconType } of icons) {
    const icon = await request(site.app).get(src)
    expect([src, icon.status, icon.type]).toEqual([src, 200, iconType])
  }
})

test('an unchanged file is a 304', async () => {
  const first = await request(site.app).get(feedRoutes.news)
  const again = await request(site.app)
    .get(feedRoutes.news)
    .set('If-None-Match', String(first.get('etag')))
  expect(again.status).toBe(304)
})
