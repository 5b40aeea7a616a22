import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { startJobs } from '../../jobs.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { resend } from './resend.ts'
import { revokeLinks } from './revoke-links.ts'

const body = cartBody({ paymentMethod: 'invoice' })

describeOnEitherEngine('revoking the links of an order', (databases) => {
  const openShop = useShops(databases)

  async function placeOrder(shop: TestShop, key = newKey()) {
    const answer = await shop.checkOut(body, key).expect(201)
    const cookie = String(answer.get('set-cookie')?.[0]).split(';')[0] ?? ''
    return { id: String(answer.body.order.id), token: String(answer.body.accessToken), cookie }
  }

  test('makes every old link and cookie the 404 of an unknown order, of this order alone', async () => {
    const shop = await openShop()
    const [order, other] = [await placeOrder(shop), await placeOrder(shop)]
    const opening = { cookie: order.cookie, authorization: `Bearer ${order.token}` }
    const addresses = (id: string) =>
      [apiRoutes.order(id), apiRoutes.invoice(id), routes.completedOrder(id)]
        .map((path) => ['get', path])
        .concat([
          ['post', apiRoutes.resend(id)],
          ['get', `${apiRoutes.order(id)}?token=${order.token}`],
          ['get', `${routes.completedOrder(id)}&token=${order.token}`],
        ]) as ['get' | 'post', string][]
    await supertest(shop.app).get(routes.completedOrder(order.id)).set('Cookie', order.cookie).expect(200)

    await revokeLinks(shop.ctx, order, { who: 'command line' })
    const unknown = addresses('ord_none')
    for (const [index, [method, path]] of addresses(order.id).entries()) {
      for (const [name, value] of Object.entries(opening)) {
        const ask = async (address: string) => {
          const { status, text, headers } = await supertest(shop.app)[method](address).set(name, value)
          const shown = text.replaceAll(order.id, 'ord_none').replace(/"requestId":"[^"]*"/, '')
          return {
            status,
            text: shown,
            location: headers.location?.replace(order.id, 'ord_none'),
            set: headers['set-cookie'],
          }
        }
        const answer = await ask(path)
        expect(answer, path).toEqual(await ask(unknown[index]?.[1] ?? ''))
        expect(answer.status, path).toBe(
          path.startsWith(`${routes.completed}?`) && path.includes('token') ? 303 : 404,
        )
        expect(answer.set).toBeUndefined()
      }
    }
    await supertest(shop.app).get(apiRoutes.order(other.id)).set('Cookie', other.cookie).expect(200)
  })

  test('gives the mails from now on another link, those that wait and the one sent again', async () => {
    const shop = await openShop()
    const order = await placeOrder(shop)
    await revokeLinks(shop.ctx, order, { who: 'command line' })
    await revokeLinks(shop.ctx, order, { who: 'command line' })
    await resend(shop.ctx, order.id, { quota: 0 })
    const folder = join(shop.environment.DATA_DIR, 'mail')
    const jobs = startJobs(shop.ctx)
    const sent = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
    // The third mail notifies the shop and has no link.
    await vi.waitFor(() => expect(sent()).toHaveLength(3), 60_000)
    await jobs.stop()
    const tokens = sent().flatMap((name) => {
      const mail = readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
      return /&token=(ot_[\w-]{43})/.exec(mail)?.[1] ?? []
    })
    expect(tokens).toHaveLength(2)
    for (const token of tokens) {
      expect(token).not.toBe(order.token)
      const path = `${routes.completedOrder(order.id)}&token=${token}`
      const opened = await supertest(shop.app).get(path).expect(303)
      const cookie = String(opened.get('set-cookie')?.[0]).split(';')[0] ?? ''
      await supertest(shop.app).get(apiRoutes.order(order.id)).set('Cookie', cookie).expect(200)
    }
    const events = await shop.ctx.database.db.selectFrom('order_events').select('event').execute()
    expect(events.filter(({ event }) => event === 'order.links_revoked')).toHaveLength(2)
  })

  test('revokes the Idempotency-Key too, which would answer with a new link', async () => {
    const shop = await openShop()
    const key = newKey()
    const order = await placeOrder(shop, key)
    expect((await shop.checkOut(body, key).expect(201)).body.accessToken).toBe(order.token)
    await revokeLinks(shop.ctx, order, { who: 'command line' })
    const again = await shop.checkOut(body, key).expect(403)
    expect(again.body.code).toBe('order_links_revoked')
    expect(again.text).not.toMatch(/ot_|ord_/)
  })

  test('leaves a link of before there were generations as it was', async () => {
    const shop = await openShop()
    const { id, token } = await placeOrder(shop)
    const secret = (await shop.ctx.keyring.secrets(shop.ctx.database.db)).of('order access')
    expect(token).toBe(`ot_${createHmac('sha256', secret).update(id).digest('base64url')}`)
  })
})
