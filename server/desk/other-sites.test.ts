import supertest from 'supertest'
import { expect, test } from 'vitest'
import { anotherAccount } from '#shared/desk/account-key.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnSqlite } from '../testing/support/databases.ts'
import { cookieOf, deskOptions } from '../testing/support/desk.ts'
import { createTestApp } from '../testing/support/test-app.ts'

const siteUrl = 'https://www.example.com'
const web = 'https://web.example.com'

describeOnSqlite('the desk', (databases) => {
  async function openDesk(CORS_ORIGINS: string) {
    const { environment } = await databases.create()
    const site = await createTestApp({ ...environment, SITE_URL: siteUrl, CORS_ORIGINS }, await deskOptions())
    const cookie = await cookieOf(site, 'owner')
    const lines = () => site.ctx.database.db.selectFrom('statement_lines').select('n').execute()
    return { ...site, cookie, lines }
  }

  const csv = 'Date,Amount,Description\n22/11/2026,1.00,A\n'
  const bodies: Record<string, (post: supertest.Test) => supertest.Test> = {
    form: (post) => post.type('form').send({ email: 'alex@example.com' }),
    multipart: (post) =>
      post
        .field({
          account: anotherAccount,
          newAccount: 'main',
          unsigned: 'in',
          column: ['date', 'amount', 'text'],
        })
        .attach('file', Buffer.from(csv), 'a.csv'),
    csv: (post) => post.type('text/csv').send(csv),
    json: (post) => post.send({ code: 'SPRING', percent: 10 }),
  }
  const posts: [string, string][] = [
    [deskRoutes.signIn, 'form'],
    [deskRoutes.codes, 'form'],
    [deskRoutes.statement, 'multipart'],
    [deskRoutes.statement.toUpperCase(), 'multipart'],
    [deskApiRoutes.statement, 'csv'],
    [deskApiRoutes.codes, 'json'],
    [deskApiRoutes.codes.toUpperCase(), 'json'],
  ]

  test.each([
    ['', 'https://evil.example', 'cross-site'],
    ['', web, 'same-site'],
    [web, 'https://evil.example', 'cross-site'],
    [web, web, 'same-site'],
  ])('with CORS_ORIGINS=%s takes nothing from pages of %s', async (corsOrigins, origin, site) => {
    const { app, ctx, cookie, lines } = await openDesk(corsOrigins)
    for (const [path, body] of posts) {
      for (const from of [{ Origin: origin }, { 'Sec-Fetch-Site': site }]) {
        const post = supertest(app)
          .post(path)
          .set({ Cookie: cookie, ...from })
        const answer = await bodies[body]?.(post)
        expect([path, body, answer?.status, answer?.body.code]).toEqual([
          path,
          body,
          403,
          'cross_origin_refused',
        ])
      }
    }
    expect(await lines()).toEqual([])
    expect(await ctx.database.db.selectFrom('mails').select('id').execute()).toEqual([])
    await ctx.close()
  })

  test('takes the same from its own pages', async () => {
    const { app, ctx, cookie, lines } = await openDesk(web)
    for (const [path, body] of posts) {
      const post = supertest(app).post(path).set({ Cookie: cookie, Origin: siteUrl })
      expect([path, (await bodies[body]?.(post))?.status]).not.toEqual([path, 403])
    }
    expect((await lines()).length).toBeGreaterThan(0)
    await ctx.close()
  })

  test('lets no other origin read its answers', async () => {
    const { app, ctx, cookie } = await openDesk(web)
    const headers = { Cookie: cookie, Origin: web, 'Access-Control-Request-Method': 'POST' }
    for (const ask of [supertest(app).get(deskApiRoutes.me), supertest(app).options(deskApiRoutes.codes)]) {
      expect((await ask.set(headers)).get('access-control-allow-origin')).toBeUndefined()
    }
    await ctx.close()
  })
})
