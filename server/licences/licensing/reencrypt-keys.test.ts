import { createCipheriv, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { hintOfLicenceKey } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext, Data, Keys } from '../../context.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { useShops } from '../../testing/support/shop.ts'
import { activate } from './activate.ts'
import { findLicence } from './licences.ts'
import { readKey } from './look-up.ts'
import { reencryptKeys } from './reencrypt-keys.ts'

const reencrypt = ({ database, keyring }: Data & Keys) =>
  keyring.replaceSecrets(database.db, (trx, secrets) =>
    reencryptKeys(trx, { ...secrets, random: randomBytes }),
  )

describeOnBothEngines('encrypting every key again', (databases) => {
  const openShop = useShops(databases)

  test('leaves nothing that the old secret opens, and every key found and shown as before', async () => {
    const site = await openLicensing((await databases.create()).environment)
    const { db } = site.database
    const seeded: Awaited<ReturnType<typeof seedLicence>>[] = []
    while (seeded.length < 450) seeded.push(await seedLicence(site))
    const stolen = await site.keyring.secrets(db)
    const rows = () => db.selectFrom('licences').select(['key_lookup', 'key_cipher']).execute()
    const before = (await rows()).flatMap(Object.values)
    expect(await reencrypt(site)).toBe(450)
    const after = (await rows()).flatMap(Object.values)
    expect(after.filter((value) => before.includes(value))).toEqual([])
    expect((await site.keyring.secrets(db)).of('licence key')).not.toEqual(stolen.of('licence key'))
    for (const { id, key } of seeded) {
      expect(await findLicence(db, key, site.keyring)).toMatchObject({ id, key_hint: hintOfLicenceKey(key) })
      expect(await readKey(db, id, site.keyring)).toBe(key)
    }
    await site.close()
  })

  test('while sites sell and activate: nothing is lost, and nothing stays under an old secret', async () => {
    const shop = await openShop()
    const other = await shop.another()
    const command = await openLicensing(shop.environment)
    const { db } = shop.ctx.database
    const paid: string[] = []
    let done = false
    const sell = async (ctx: AppContext) => {
      const placed = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
      await settle(ctx, placed.order.id)
      paid.push(placed.order.id)
    }
    const { id, key } = await seedLicence(shop.ctx, { seat_limit: 1 })
    const machine = { id: 'machine-0001' }
    const application = async (ctx: AppContext) => {
      while (!done) {
        expect(await activate(ctx, { licenceKey: key, machine })).toMatchObject({ activation: {} })
        expect(await readKey(db, id, ctx.keyring)).toBe(key)
        await nextTurn()
      }
    }
    const applications = [application(shop.ctx), application(other.ctx)]
    const buyers = Array.from({ length: 12 }, (_, index) => sell(index % 2 ? shop.ctx : other.ctx))
    for (let count = 0; count < 4; count++) await reencrypt(command)
    await Promise.all(buyers)
    await reencrypt(command)
    done = true
    await Promise.all(applications)

    expect(paid).toHaveLength(12)
    const licences = await db.selectFrom('licences').select('id').execute()
    expect(licences).toHaveLength(1 + 2 * paid.length)
    for (const ctx of [shop.ctx, other.ctx]) {
      for (const licence of licences) {
        const whole = await readKey(db, licence.id, ctx.keyring)
        expect(await findLicence(db, whole, ctx.keyring)).toMatchObject({ id: licence.id })
      }
    }
    await command.close()
  })

  test('ends every link to an order, in a site that runs on; a new one opens it', async () => {
    const shop = await openShop()
    const other = await shop.another()
    const placed = await shop.placeCardOrder()
    await shop.orderOf(placed).expect(200)
    await reencrypt(other.ctx)
    const unknown = { ...placed, order: { ...placed.order, id: 'ord_none' } }
    const [old, none] = [await shop.orderOf(placed).expect(404), await shop.orderOf(unknown).expect(404)]
    expect({ ...old.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
    const next = await shop.placeCardOrder()
    await shop.orderOf(next).expect(200)
    await supertest(other.app)
      .get(apiRoutes.order(next.order.id))
      .set('Authorization', `Bearer ${next.accessToken}`)
      .expect(200)
  })

  test('binds the ciphers of before to their rows, and a moved one opens nowhere', async () => {
    const site = await openLicensing((await databases.create()).environment)
    const { db } = site.database
    const [own, other] = [await seedLicence(site), await seedLicence(site)]
    const cipherOf = async ({ id }: { id: string }) =>
      (await db.selectFrom('licences').select('key_cipher').where('id', '=', id).executeTakeFirstOrThrow())
        .key_cipher
    const put = (key_cipher: string, { id }: { id: string }) =>
      db.updateTable('licences').set({ key_cipher }).where('id', '=', id).execute()
    const genuine = await cipherOf(own)
    await put(await cipherOf(other), own)
    await expect(readKey(db, own.id, site.keyring)).rejects.toThrow(`${own.id} doesn’t open`)
    await expect(reencrypt(site)).rejects.toThrow(`${own.id} doesn’t open`)
    await put(genuine, own)

    await put(await unbound(own.key), own)
    expect(await readKey(db, own.id, site.keyring)).toBe(own.key)
    await reencrypt(site)
    expect(await readKey(db, own.id, site.keyring)).toBe(own.key)
    await put(await cipherOf(own), other)
    await expect(readKey(db, other.id, site.keyring)).rejects.toThrow(`${other.id} doesn’t open`)
    await site.close()

    /** Version 1.0 stored keys like this. */
    async function unbound(key: string): Promise<string> {
      const nonce = randomBytes(12)
      const secret = (await site.keyring.secrets(db)).of('licence key')
      const cipher = createCipheriv('aes-256-gcm', secret, nonce)
      const sealed = Buffer.concat([cipher.update(key), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    }
  })
})
