import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { cartBody, newKey, useShops } from '../../testing/support/shop.ts'
import { listOrdersPage } from '../orders/list-orders.ts'

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
    const { text: csv } = await desk.get(deskApiRoutes.codesCsv).expect(200)
    expect(csv).toContain('\r\nCREW10,10,,studio,new,,,running,1,0,,1,Trade show,')
    const end = (confirm?: string) => desk.post(`${deskApiRoutes.codes}/crew10/end`, { confirm })
    expect((await end('other').expect(422)).body).toMatchObject({
      code: 'confirmation_required',
      preview: { endedAt: null, reserved: 1, promised: 1 },
    })
    expect((await end().expect(200)).body.code).toMatchObject({ endedAt: expect.any(String), reserved: 1 })
    await end('Crew10').expect(200)
    await desk.post(`${deskApiRoutes.codes}/none/end`).expect(404)
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const acts = entries.filter(({ act }: { act: string }) => act.startsWith('code.'))
    expect(acts.map(({ who, act }: Record<string, string>) => `${who} ${act}`).sort()).toEqual([
      'alex@example.com code.added',
      'alex@example.com code.ended',
    ])
  })

  test('show without script what their end does, and end once the name was typed', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    await desk.post(deskApiRoutes.codes, { code: 'CREW10', percent: 10 }).expect(201)
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const form = deskRoutes.codeAct('CREW10', 'end')
    const post = (fields: object) => supertest(shop.app).post(form).set(headers).type('form').send(fields)
    const isOver = async () => (await desk.get(deskApiRoutes.code('CREW10'))).body.endedAt !== null
    for (const [fields, says] of [
      [{}, false],
      [{ confirm: '' }, true],
      [{ confirm: 'CREW' }, true],
    ] as const) {
      const { location = '' } = (await post(fields).expect(303)).headers
      expect(location.split('?')[0]).toBe(form)
      const page = await supertest(shop.app).get(location).set(headers)
      expect(page.text).toContain('Type the code, CREW10')
      expect([fields, page.text.includes('To go on, type CREW10.')]).toEqual([fields, says])
      expect(await isOver()).toBe(false)
    }
    await post({ confirm: 'crew10' }).expect(303).expect('location', `${deskRoutes.codes}?done=end#done`)
    expect(await isOver()).toBe(true)
  })

  test('name their orders, and what these brought and were given', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'owner')
    await desk.post(deskApiRoutes.codes, { code: 'CREW10', percent: 10 }).expect(201)
    const coded = { code: 'CREW10', expectedTotal: 41_220 }
    const paid = await shop.placeCardOrder(coded)
    shop.stripe.pay(shop.stripe.sessionOf(paid.order.id))
    await settle(shop.ctx, paid.order.id)
    const { order: awaited } = (await shop.checkOut({ ...coded, paymentMethod: 'invoice' }).expect(201)).body
    await shop.checkOut().expect(201)
    const refund = { amount: 1000, confirm: paid.order.number }
    await desk.post(deskApiRoutes.refunds(paid.order.id), refund).expect(200)

    const { body } = await desk.get(deskApiRoutes.code('crew10')).expect(200)
    expect(body).toMatchObject({ orders: 2, counted: 1, reserved: 1, brought: 40_220, gave: 4580 })
    await desk.get(deskApiRoutes.code('NONE')).expect(404)
    const numbers = async (query: string) => {
      const { orders } = (await desk.get(`${deskApiRoutes.orders}?${query}`).expect(200)).body
      return orders.map(({ number, code }: Record<string, string>) => `${number} ${code}`)
    }
    const both = [`${awaited.number} CREW10`, `${paid.order.number} CREW10`]
    expect(await numbers('code=crew10')).toEqual(both)
    expect(await numbers('code=crew10&q=ada')).toEqual(both)
    expect(await numbers('code=crew10&status=pending&method=transfer')).toEqual(both.slice(0, 1))
    expect(await numbers('code=none')).toEqual([])
    expect(await numbers('code=none&q=ada')).toEqual([])
    const { text } = await desk.get(`${deskApiRoutes.ordersCsv}?code=CREW10&status=pending`).expect(200)
    expect(text.split('\r\n')[1]).toContain(',CREW10,412.20,')
    const headers = { Cookie: await cookieOf(shop, 'owner') }
    const page = await supertest(shop.app).get(deskRoutes.code('CREW10')).set(headers).expect(200)
    expect(page.text).toContain(awaited.number)
  })
})

test('the orders with a code are read by an index that sorts them', async () => {
  const sort = '-createdAt'
  const after = { sort, keys: ['2026-06-30T14:00:00.000Z'], id: 'ord_1' } as const
  const asked = { code: 'CREW10', timeZone: 'Australia/Sydney' } as never
  const [plan] = await plansOf((reader) =>
    listOrdersPage({ reader, engine: 'sqlite' }, asked, { after, limit: 50, sort }),
  )
  for (const step of plan?.steps ?? []) expect(step).not.toMatch(/SCAN|TEMP B-TREE/)
})
