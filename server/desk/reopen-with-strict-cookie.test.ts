import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnSqlite } from '../testing/support/databases.ts'
import { cookieOf, deskOptions } from '../testing/support/desk.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnSqlite('a visit of the desk', (databases) => {
  const openShop = useShops(databases)
  const path = `${deskRoutes.orders}?q="><script>&status=paid`
  const encoded = encodeURI(path)

  test('by a link of another site is repeated from here, once, to have its cookie', async () => {
    const shop = await openShop(await deskOptions())
    const visit = (site: string, more = {}) =>
      supertest(shop.app)
        .get(encoded)
        .set({ 'Sec-Fetch-Site': site, ...more })
    const foreign = await visit('cross-site').expect(200)
    expect(foreign.text).toContain(`content="0; url=${encoded.replace('&', '&amp;')}"`)
    expect(foreign.get('cache-control')).toBe('private, no-store')
    await visit('same-origin').expect(302).expect('location', deskRoutes.signInFor(encoded))
    await visit('none').expect(302)
    const { text } = await visit('cross-site', { Cookie: await cookieOf(shop, 'owner') }).expect(200)
    expect(text).not.toContain('http-equiv="refresh"')
  })

  test('is repeated nowhere without staff', async () => {
    const shop = await openShop()
    await supertest(shop.app).get(encoded).set('Sec-Fetch-Site', 'cross-site').expect(404)
  })
})
