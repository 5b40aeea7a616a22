import supertest from 'supertest'
import { expect, test } from 'vitest'
import { routes } from '#shared/routes/routes.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { tidyPath } from './meant-path.ts'

test.each([
  ['/Shop', '/shop'],
  ['/SHOP/Cart', '/shop/cart'],
  ['/shop)', '/shop'],
  ['/shop),', '/shop'],
  ['/shop%E2%80%9D', '/shop'],
  ['/%E0%A4%A', '/%e0%a4%a'],
])('%s means %s', (path, meant) => expect(tidyPath(path)).toBe(meant))

test('an address in capitals or with a mail’s punctuation leads to its page, and nothing else does', async () => {
  const { app, ctx } = await createTestApp()
  const article = routes.helpArticle('two-screens')
  for (const [path, location] of [
    ['/Contact?x=1', '/contact?x=1'],
    ['/pricing).', '/pricing'],
    [article.toUpperCase(), article],
    ['/help/Two-Screens', article],
    [`${article}%E2%80%9D`, article],
  ]) {
    const { headers } = await supertest(app).get(String(path)).expect(302)
    expect(headers.location).toBe(location)
  }
  for (const path of ['/Nothing', '/help/None', '/nothing.', '//Evil.example)']) {
    const { text } = await supertest(app).get(path).redirects(1).expect(404)
    expect(text).toContain('This page could not be found')
  }
  await ctx.close()
})

test('an address that is a word for a page leads to it', async () => {
  const { app, ctx } = await createTestApp()
  const meant = {
    '/support': routes.contact,
    '/faq': routes.help,
    '/docs': routes.help,
    '/buy': routes.shop,
    '/download': routes.downloads,
    '/terms': routes.terms,
    '/privacy-policy': routes.privacy,
    '/account': routes.licences,
    '/login': routes.licences,
    '/Refund': routes.helpArticle('refund-or-cancel'),
    '/education': routes.helpArticle('prices-for-students-and-charities'),
    '/about': routes.contact,
    '/about-us': routes.contact,
    '/changelog': routes.whatsNew,
  }
  const led = await Promise.all(
    Object.keys(meant).map(async (path) => [path, (await supertest(app).get(path)).headers.location]),
  )
  expect(Object.fromEntries(led)).toEqual(meant)
  await ctx.close()
})
