import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { deskAs, libraryWithStaff } from '../../testing/support/desk.ts'
import { seedOldKey } from '../../testing/support/licensing.ts'
import { newKey, type TestShop, useShops } from '../../testing/support/shop.ts'

const gift = { sku: 'solo', name: 'Ada', email: 'ada@example.com', reason: 'Sold by our CRM' }
const details = {
  entitlements: ['ndi'],
  offlineDays: 30,
  externalId: 'crm-7',
  metadata: { region: 'EU', 'crm.owner': 'Grace' },
}

describeOnEitherEngine('a licence of another program', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const library = await libraryWithStaff()
    const { pricing } = library.typed
    const products = pricing.products.map((product) => ({
      ...product,
      entitlements: product.sku === 'solo' ? ['prompt'] : ['prompt', product.sku],
    }))
    const typed = { ...library.typed, pricing: { ...pricing, products } }
    const shop = await openShop({ library: { ...library, typed } })
    return { shop, desk: await deskAs(shop, 'owner') }
  }

  async function licenceIn({ app }: TestShop, licenceKey: string) {
    const machine = { id: 'machine-1234' }
    const { body } = await supertest(app).post(apiRoutes.activation).send({ licenceKey, machine })
    const read = (base64: string) => JSON.parse(Buffer.from(base64, 'base64').toString())
    return read(read(body.file.split('\n').slice(1, -2).join('')).enc).licence
  }

  test('is issued with all that the program says, found by its name there, and its key is answered once', async () => {
    const { shop, desk } = await openDesk()
    const wanted = { ...gift, ...details, seats: 7 }
    const key = newKey()
    const issue = () => desk.post(deskApiRoutes.licences, wanted).set('Idempotency-Key', key)
    const [first, again] = [await issue(), await issue()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(first.body.licence).toMatchObject({ ...details, seats: { limit: 7 } })
    const { licence, key: licenceKey } = first.body
    const signed = await licenceIn(shop, licenceKey)
    expect(signed).toMatchObject({ id: licence.id, seats: 7, entitlements: ['ndi'] })
    expect(signed.validateBy).toMatch(/^20/)
    const found = await desk.get(`${deskApiRoutes.licences}?externalId=crm-7`).expect(200)
    expect(found.body.licences).toMatchObject([{ id: licence.id }])
    expect((await desk.get(`${deskApiRoutes.licences}?externalId=crm-8`)).body.licences).toEqual([])
    const shown = await desk.get(deskApiRoutes.licence(licence.id)).expect(200)
    expect(shown.body).toMatchObject(details)
    expect(shown.text).not.toContain(licenceKey)
  })

  test('is issued and changed with null for what the program leaves out', async () => {
    const { desk } = await openDesk()
    const none = { entitlements: null, offlineDays: null, externalId: null, metadata: null }
    const once = (path: string, body: object) => desk.post(path, body).set('Idempotency-Key', newKey())
    const bare = { ...gift, ...none, companyName: null, seats: null }
    await once(deskApiRoutes.licences, bare).expect(201)
    const { body } = await once(deskApiRoutes.licences, { ...gift, ...details }).expect(201)
    const path = `${deskApiRoutes.licence(body.licence.id)}/details`
    const changed = await once(path, { ...none, offlineDays: 7, reason: 'Longer', revision: null })
    expect(changed.body.licence).toMatchObject({ ...details, offlineDays: 7 })
  })

  test('is refused with a member that nobody knows, and with too many texts', async () => {
    const { desk } = await openDesk()
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`name-${index}`, 'x']))
    const refused: [object, string][] = [
      [{ seat: 7 }, '/seat'],
      [{ Seats: 7, metadata: {} }, '/Seats'],
      [{ seats: 0 }, '/seats'],
      [{ metadata: many }, '/metadata'],
      [{ metadata: { a: 1 } }, '/metadata/a'],
      [{ entitlements: ['Big Feature'] }, '/entitlements/0'],
      [{ offlineDays: -1 }, '/offlineDays'],
    ]
    for (const [wrong, pointer] of refused) {
      const { status, body } = await desk.post(deskApiRoutes.licences, { ...gift, ...wrong })
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer])
    }
    expect((await desk.get(deskApiRoutes.licences)).body.licences).toEqual([])
    const { body } = await desk.post(deskApiRoutes.licences, gift).expect(201)
    const act = (name: string, fields: object) =>
      desk.post(`${deskApiRoutes.licence(body.licence.id)}/${name}`, fields)
    await act('seats', { limit: 3, limits: 3 }).expect(422)
    await act('suspend', { whatever: true }).expect(422)
  })

  test('keeps what was set for it alone after an upgrade and its refund, and the history has both', async () => {
    const { shop, desk } = await openDesk()
    const { licence, key } = (await desk.post(deskApiRoutes.licences, gift).expect(201)).body
    expect((await licenceIn(shop, key)).entitlements).toEqual(['prompt'])
    const set = (fields: object) => desk.post(`${deskApiRoutes.licence(licence.id)}/details`, fields)
    const { body } = await set({ ...details, entitlements: ['prompt', 'ndi'], reason: 'Asked' }).expect(200)
    expect(body.licence).toMatchObject({ ...details, entitlements: ['ndi', 'prompt'] })
    expect(body.licence.revision).not.toBe(licence.revision)
    const first = { who: 'alex@example.com', act: 'licence.details_set' }
    expect(body.licence.changes.at(-1)).toMatchObject({
      ...first,
      before: { entitlements: ['prompt'], offlineDays: null, externalId: null, metadata: {} },
      after: { entitlements: ['ndi', 'prompt'], offlineDays: 30, externalId: 'crm-7', reason: 'Asked' },
    })
    const same = await set({ entitlements: ['prompt', 'ndi'] }).expect(200)
    expect(same.body.licence.changes).toHaveLength(body.licence.changes.length)
    await set({ externalId: '', offlineDays: 0 }).expect(200)
    expect(await licenceIn(shop, key)).toMatchObject({ validateBy: null })

    const upgrade = await shop.placeChangeOrder(key, { to: 'studio' })
    shop.stripe.pay(shop.stripe.sessionOf(upgrade.order.id))
    await settle(shop.ctx, upgrade.order.id)
    const upgraded = await licenceIn(shop, key)
    expect(upgraded).toMatchObject({ sku: 'studio', entitlements: ['ndi', 'prompt', 'studio'] })
    await seedOldKey(shop.ctx, licence.id, 'OLD-KEY-1234')
    expect(await licenceIn(shop, 'old-key-1234')).toMatchObject({
      id: licence.id,
      entitlements: upgraded.entitlements,
    })
  })
})
