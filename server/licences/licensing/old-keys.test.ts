import { createHash } from 'node:crypto'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { allRights } from '#shared/desk/scopes.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { search } from '../../desk/search/search.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { seedLicence, seedOldKey } from '../../testing/support/licensing.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { createTestApp } from '../../testing/support/test-app.ts'
import { move, replaceKey, setUpdatesUntil } from './acts.ts'
import { getLicence } from './look-up.ts'
import { hintOfOldKey } from './old-keys.ts'
import { reencryptKeys } from './reencrypt-keys.ts'

const old = 'A1B2C3D4-E5F60718-93A4B5C6-D7E8F901'
/** Normal form of a key: no hyphens, and no letter O, I or L. */
const normal = 'A1B2C3D4E5F6071893A4B5C6D7E8F901'
const machine = { id: 'machine-1234', name: 'HALL' }

describeOnEitherEngine('a key of another system', (databases) => {
  const openShop = useShops(databases)

  async function setup(key = old) {
    const shop = await openShop()
    const licence = await seedLicence(shop.ctx)
    await seedOldKey(shop.ctx, licence.id, key)
    return { shop, ...licence }
  }

  test('is taken wherever a key is, and stands for the same seats', async () => {
    const { shop, key } = await setup()
    expect((await activate(shop, old).expect(201)).body).toMatchObject({ licenceKey: normal, created: true })
    const again = await activate(shop, key).expect(200)
    expect(again.body).toMatchObject({ created: false, licence: { seats: { used: 1 } } })

    const { body: verdict } = await validate(shop, old).expect(200)
    const sha256 = createHash('sha256').update(normal).digest('hex')
    expect(verdict).toMatchObject({ licenceKey: normal, valid: true, key: { hint: '…F901', sha256 } })
    const { body: looked } = await post(shop, apiRoutes.licenceLookUp, { licenceKey: old }).expect(200)
    expect(looked.licence.keyHint).toBe(`…-${key.slice(-4)}`)
    expect(looked.activations).toHaveLength(1)
    const content = JSON.stringify({ licenceKey: old, machine })
    const file = `-----BEGIN ACTIVATION REQUEST-----\n${btoa(content)}\n-----END ACTIVATION REQUEST-----`
    await post(shop, apiRoutes.offlineActivation, { request: file }).expect(200)
    const form = { licenceKey: old, machineId: machine.id }
    const page = await supertest(shop.app).post(routes.activation).type('form').send(form).expect(200)
    expect(page.text).toContain(key.slice(-4))
    const { body: freed } = await post(shop, apiRoutes.deactivation, { ...form, licenceKey: old }).expect(200)
    expect(freed).toMatchObject({ licenceKey: normal, released: true })
  })

  test('renews, is found at the desk and on the command line, and gets the updates that it covers', async () => {
    const { shop, id, key } = await setup()
    const { order } = await shop.placeChangeOrder(old, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    const renewed = await getLicence(shop.ctx.database.db, ` ${old.toLowerCase()}`, shop.ctx.keyring)
    expect(renewed).toMatchObject({ id, updates_until: expect.stringMatching(/^2028-/) })
    const found = await search(shop.ctx, old, allRights)
    expect(found.results).toMatchObject([{ kind: 'licence', id }])
    const feed = async (licenceKey: string) => (await offered(shop, licenceKey)).text
    expect(await feed(old)).toBe(await feed(key))
    expect(await feed(old)).not.toContain('licence_key_malformed')
  })

  test.each([
    ['pasted with blanks and in small letters', ` ${old.toLowerCase().replaceAll('-', ' - ')}\n`],
    ['with dashes of another kind, or none', old.replace('-', '\u2013').replaceAll('-', '')],
    ['with O for 0 and l for 1', old.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['as the page groups a key', normal.match(/.{1,4}/g)?.join('-') ?? ''],
  ])('is found %s', async (_how, typed) => {
    const { shop } = await setup()
    expect((await activate(shop, typed).expect(201)).body.licenceKey).toBe(normal)
  })

  test.each([
    ['300 characters', `key/${'eyJhY2NvdW50Ijp7ImlkIjo'.repeat(13)}.sig==`.slice(0, 300)],
    ['1,000 characters', 'eyJhY2NvdW50Ijp7ImlkIjo'.repeat(44).slice(0, 1000)],
    ['the shape of ours, with the right check symbols', createLicenceKey('AB12', Buffer.alloc(22, 7))],
    ['our first group, and another shape', 'PRMT-OLD-2018'],
  ])('may have %s', async (_what, key) => {
    const { shop, id } = await setup(key)
    await activate(shop, key).expect(201)
    const bearer = await offered(shop, key)
    expect(bearer.text).not.toContain('licence_key_malformed')
    expect(await getLicence(shop.ctx.database.db, key, shop.ctx.keyring)).toMatchObject({ id })
  })

  test('is refused as malformed or unknown only after it was looked for, and each try counts', async () => {
    const { shop } = await setup()
    const limited = await createTestApp({ ...shop.environment, RATE_LIMIT_FACTOR: '1' })
    const [typo, near] = ['PRMT-1', old.replace('A', 'B')]
    const unknown = createLicenceKey('PRMT', Buffer.alloc(keyRandomness, 1))
    for (const [licenceKey, code] of [
      [typo, 'licence_key_malformed'],
      [near, 'licence_key_malformed'],
      [unknown, 'licence_not_found'],
      ['-', 'licence_key_malformed'],
    ] as const) {
      expect((await activate(limited, licenceKey)).body.code).toBe(code)
    }
    for (let count = 4; count < 9; count++) await validate(limited, near).expect(422)
    await activate(limited, old).expect(201)
    expect((await offered(limited, near)).text).toContain('licence_key_malformed')
    await validate(limited, old).expect(429)
    expect((await offered(limited, old)).text).toContain('rate_limited')
    await limited.ctx.close()
  })

  test('ends with the key that is replaced, as one that was replaced, and its updates stay as on that day', async () => {
    const { shop, id, key } = await setup()
    await activate(shop, old).expect(201)
    const before = (await offered(shop, old)).text
    await replaceKey(shop.ctx, id, { who: 'test' })
    await setUpdatesUntil(shop.ctx, id, '2035-01-01', { who: 'test' })
    for (const dead of [old, key]) {
      expect((await activate(shop, dead).expect(403)).body.code).toBe('licence_key_replaced')
      expect((await validate(shop, dead).expect(200)).body.code).toBe('licence_key_replaced')
      expect((await offered(shop, dead)).text).toBe(before)
    }
    const { db } = shop.ctx.database
    expect(await db.selectFrom('old_keys').select('replaced_at').execute()).toEqual([
      { replaced_at: expect.any(String) },
    ])
    await expect(seedOldKey(shop.ctx, id, old)).rejects.toThrow()
  })

  test('ends when the licence moves to another address, unless it keeps its key', async () => {
    const { shop, id } = await setup()
    await move(shop.ctx, id, { email: 'grace@example.com', keepKey: true }, { who: 'test' })
    await activate(shop, old).expect(201)
    await move(shop.ctx, id, { email: 'eve@example.com', keepKey: false }, { who: 'test' })
    expect((await activate(shop, old).expect(403)).body.code).toBe('licence_key_replaced')
  })

  test('is kept in no form that shows it, and outlives another secret', async () => {
    const { shop, id } = await setup()
    const second = await seedLicence(shop.ctx)
    for (const key of ['SECOND-KEY-1', 'SECOND-KEY-2']) await seedOldKey(shop.ctx, second.id, key)
    const { db } = shop.ctx.database
    const rows = () => db.selectFrom('old_keys').selectAll().orderBy('key_hint').execute()
    const before = await rows()
    for (const secret of [old, normal, createHash('sha256').update(normal).digest('hex')]) {
      expect(JSON.stringify(before)).not.toContain(secret)
    }
    await shop.ctx.keyring.replaceSecrets(db, (trx, secrets) =>
      reencryptKeys(trx, { ...secrets, random: shop.ctx.random }),
    )
    const after = await rows()
    expect(after.map(({ key_hint }) => key_hint)).toEqual(before.map(({ key_hint }) => key_hint))
    for (const [index, { key_lookup, hash_cipher }] of after.entries()) {
      expect([key_lookup, hash_cipher]).not.toContain(before[index]?.key_lookup)
      expect([key_lookup, hash_cipher]).not.toContain(before[index]?.hash_cipher)
    }
    expect(await getLicence(db, old, shop.ctx.keyring)).toMatchObject({ id })
    expect(await getLicence(db, 'second-key-2', shop.ctx.keyring)).toMatchObject({ id: second.id })
    await replaceKey(shop.ctx, id, { who: 'test' })
    expect((await activate(shop, old).expect(403)).body.code).toBe('licence_key_replaced')
  })
})

test.each([
  [normal, '…F901'],
  ['123456789', '…789'],
  ['123456', '…56'],
])('the hint of %s shows a third of it at most', (key, hint) => {
  expect(hintOfOldKey(key)).toBe(hint)
})

function post({ app }: Pick<TestShop, 'app'>, path: string, body: object) {
  return supertest(app).post(path).send(body)
}

function activate(shop: Pick<TestShop, 'app'>, licenceKey: string) {
  return post(shop, apiRoutes.activation, { licenceKey, machine })
}

function validate(shop: Pick<TestShop, 'app'>, licenceKey: string) {
  return post(shop, apiRoutes.validation, { licenceKey, machineId: machine.id })
}

function offered({ app }: Pick<TestShop, 'app'>, licenceKey: string) {
  return supertest(app).get(updateRoutes.windows).set('Authorization', `Bearer ${licenceKey}`).expect(200)
}
