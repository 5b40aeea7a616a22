import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { cartBody, newKey, useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('discount codes at the desk', (databases) => {
  const openShop = useShops(databases)

  test('are added, listed with their uses, and ended, each with who did it', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    const crew = { code: 'crew10', percent: 10, skus: ['studio'], note: 'Trade show' }
    const { body } = await desk.post(deskApiRoutes.codes, crew).expect(201)
    expect(body.code).toMatchObject({ code: 'CREW10', percent: 10, skus: ['studio'], endedAt: null })
    expect((await desk.post(deskApiRoutes.codes, crew).expect(409)).body.code).toBe('code_taken')
    await desk.post(deskApiRoutes.codes, { ...crew, code: 'OTHER', skus: ['none'] }).expect(422)
    await desk.post(deskApiRoutes.codes, { code: 'OTHER' }).expect(422)
    const past = await desk
      .post(deskApiRoutes.codes, { ...crew, code: 'OTHER', to: '2020-01-31' })
      .expect(422)
    expect(past.body).toMatchObject({ errors: [{ pointer: '/to' }] })

    await shop.checkOut({ paymentMethod: 'invoice', code: 'CREW10', expectedTotal: 41_220 }).expect(201)
    const list = async () => (await desk.get(deskApiRoutes.codes).expect(200)).body.codes
    expect(await list()).toMatchObject([{ code: 'CREW10', reserved: 1, counted: 0, promised: 0 }])
    const { items, customer, verification } = cartBody()
    await supertest(shop.app)
      .post(apiRoutes.quotes)
      .set('Idempotency-Key', newKey())
      .send({ items, customer, verification, code: 'CREW10' })
      .expect(201)
    expect(await list()).toMatchObject([{ code: 'CREW10', reserved: 1, counted: 0, promised: 1 }])
    const end = () => desk.post(`${deskApiRoutes.codes}/crew10/end`)
    expect((await end().expect(200)).body.code).toMatchObject({ endedAt: expect.any(String), reserved: 1 })
    await end().expect(200)
    await desk.post(`${deskApiRoutes.codes}/none/end`).expect(404)
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const acts = entries.filter(({ act }: { act: string }) => act.startsWith('code.'))
    expect(acts.map(({ who, act }: Record<string, string>) => `${who} ${act}`).sort()).toEqual([
      'alex@example.com code.added',
      'alex@example.com code.ended',
    ])
  })
})
