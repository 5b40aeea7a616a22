import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.ctx.close())

test('the site’s description, the home page and the downloads page name every platform', async () => {
  const [home, downloads] = await Promise.all(
    [routes.home, routes.downloads].map(async (path) => (await request(site.app).get(path)).text),
  )
  const content = createContentQuery(site.ctx.services.content)
  const { systems } = await content('pages/downloads').fetch<DownloadsPage>()
  const places = {
    description: site.ctx.library.typed.site.description,
    title: part(home, /<title>(.*?)<\/title>/),
    structuredData: part(home, /"operatingSystem":"(.*?)"/),
    downloads: part(downloads, /<meta name="description" content="(.*?)"/),
  }
  for (const text of Object.values(places))
    for (const { name } of Object.values(systems)) expect(text).toContain(name)
})

function part(html: string | undefined, pattern: RegExp): string {
  return pattern.exec(html ?? '')?.[1] ?? ''
}
