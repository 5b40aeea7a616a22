import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { type DeskAct, type DeskRole, deskRoleSchema, rolesOf } from '#shared/desk/roles.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../shop/orders/settle.ts'
import { describeOnSqlite } from '../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../testing/support/desk.ts'
import { cartBody, newKey, useShops } from '../testing/support/shop.ts'
import { describeApi } from '../web/endpoint.ts'
import { deskEndpoints } from './api.ts'

const deskApi = describeApi(deskEndpoints)

/** Each address's act, as its definition says. */
const actOf: Record<string, DeskAct> = Object.fromEntries(
  deskEndpoints.flatMap(({ method, path, who }) => (who ? [[`${method} ${path}`, who]] : [])),
)

/** Files, and addresses whose page is another, or wants a query. */
const apart =
  /^delete|\.(csv|pdf|zip)$|(me|overview|quote-price|companies|tokens|webhooks)$|^post .*(licences|quotes)$/

/** Pages by what they show, and forms by what they do: at `/desk` what the API has at `/api/desk`, and these. */
const actOfPage: Record<string, DeskAct> = {
  [`get ${deskRoutes.home}`]: 'overview',
  [`get ${deskRoutes.company('none')}`]: 'customers.read',
  [`get ${deskRoutes.webhooks}`]: 'mails',
  [`get ${deskRoutes.newLicence}`]: 'licences.issue',
  [`post ${deskRoutes.newLicence}`]: 'licences.issue',
  [`get ${deskRoutes.newQuote}`]: 'quotes.make',
  [`post ${deskRoutes.newQuote}`]: 'quotes.make',
  [`get ${deskRoutes.orderAct('none', 'refunds')}`]: 'orders.refund',
  [`get ${deskRoutes.licenceAct('none', 'revoke')}`]: 'licences.revoke',
  [`get ${deskRoutes.releaseAct('none', 'withdraw')}`]: 'releases.offer',
  [`post ${deskRoutes.endSession('none')}`]: 'sessions.own',
  [`post ${deskRoutes.endToken('none')}`]: 'sessions.own',
  ...Object.fromEntries(
    Object.entries(actOf)
      .filter(([address]) => !apart.test(address))
      .map(([address, act]) => [address.replace('/api', '').replaceAll(/:(id|code)/g, 'none'), act]),
  ),
}

const yes: Record<DeskRole, DeskAct[]> = {
  owner: Object.keys(rolesOf) as DeskAct[],
  support: [
    'overview',
    'search',
    'orders.read',
    'orders.note',
    'orders.resend',
    'orders.buyer',
    'customers.read',
    'customers.note',
    'quotes.make',
    'quotes.withdraw',
    'licences.read',
    'licences.release',
    'licences.enrol',
    'licences.end-enrolment',
    'licences.replace-key',
    'licences.move',
    'licences.suspend',
    'licences.reinstate',
    'releases.read',
    'messages',
    'mails',
    'sessions.own',
  ],
  books: [
    'overview',
    'overview.sums',
    'search',
    'orders.read',
    'orders.note',
    'orders.pay',
    'customers.read',
    'customers.note',
    'statement',
    'books',
    'trends',
    'audit',
    'sessions.own',
  ],
}

const addresses = Object.entries(deskApi).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { access }]) => access === 'desk')
    .map(([method]) => `${method} ${path}`),
)

describe('a role', () => {
  test.each(deskRoleSchema.options)('%s may do what the house says', (role) => {
    const may = (Object.keys(rolesOf) as DeskAct[]).filter((act) =>
      (rolesOf[act] as readonly DeskRole[]).includes(role),
    )
    expect(may.toSorted()).toEqual(yes[role].toSorted())
  })
})

describeOnSqlite('the server', (databases) => {
  const openShop = useShops(databases)

  test('knows the act of every address, and refuses each to roles that may not', async () => {
    expect(Object.keys(actOf).toSorted()).toEqual(addresses.toSorted())
    const shop = await openShop(await deskOptions())
    for (const role of deskRoleSchema.options) {
      const client = await deskAs(shop, role)
      for (const [address, act] of Object.entries(actOf)) {
        const [method = '', path = ''] = address.split(' ')
        const real = path.replace(':number', 'INV-000001').replaceAll(/:(id|code)/g, 'none')
        const { status, body } = await client[method as 'get' | 'post' | 'delete'](real)
        const isAllowed = (rolesOf[act] as readonly DeskRole[]).includes(role)
        expect([role, address, status === 403]).toEqual([role, address, !isAllowed])
        expect([role, address, status === 401]).toEqual([role, address, false])
        if (!isAllowed) expect(body).toMatchObject({ code: 'role_forbidden', act, role, roles: rolesOf[act] })
      }
    }
  })

  test('refuses each page and form to roles that may not', async () => {
    const shop = await openShop(await deskOptions())
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const [licence] = (await (await deskAs(shop, 'owner')).get(deskApiRoutes.licences)).body.licences
    const { expectedTotal: _, paymentMethod: _method, acceptTerms: _terms, ...cart } = cartBody()
    const quoting = supertest(shop.app).post(apiRoutes.quotes).set('Idempotency-Key', newKey())
    const { quote } = (await quoting.send(cart).expect(201)).body
    const [release] = shop.ctx.library.typed.releases
    for (const role of deskRoleSchema.options) {
      const cookie = await cookieOf(shop, role)
      for (const [address, act] of Object.entries(actOfPage)) {
        const [method = '', name = ''] = address.split(' ')
        const path = name
          .replace('orders/none', `orders/${placed.order.number}`)
          .replace('licences/none', `licences/${licence.id}`)
          .replace('quotes/none', `quotes/${quote.id}`)
          .replace('releases/none', `releases/${release.version}`)
        const client = supertest(shop.app)
        const asked = method === 'get' ? client.get(path) : client.post(path).type('form').send({})
        const { status, text } = await asked.set('Cookie', cookie).set('Origin', shop.ctx.config.siteUrl)
        const isAllowed = (rolesOf[act] as readonly DeskRole[]).includes(role)
        expect([role, address, status === 403]).toEqual([role, address, !isAllowed])
        // Every list has its page.
        if (isAllowed && method === 'get' && !/none|:/.test(address))
          expect([address, status]).toEqual([address, 200])
        if (isAllowed) continue
        expect(text).toMatch(/(?:isn|aren)’t on your desk/)
        if (method === 'get') expect(text).toContain('href="mailto:Alex%40example.com"')
      }
    }
  })

  test('lets nobody in without a session or token', async () => {
    const shop = await openShop(await deskOptions())
    for (const address of addresses) {
      const [method = '', path = ''] = address.split(' ')
      for (const headers of [
        {},
        { Authorization: 'Bearer desk_x' },
        { Authorization: `Bearer desk_${'x'.repeat(43)}` },
      ]) {
        const { status } = await supertest(shop.app)[method as 'get' | 'post' | 'delete'](path).set(headers)
        expect([address, status]).toEqual([address, 401])
      }
    }
    await supertest(shop.app).get(deskApiRoutes.link).expect(405)
  })
})
