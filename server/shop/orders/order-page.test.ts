import supertest from 'supertest'
import { expect, test } from 'vitest'
import { routes } from '#shared/routes/routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const privateHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

describeOnEitherEngine('the page of an order', (databases) => {
  const openShop = useShops(databases)

  async function openPaidOrder() {
    const shop = await openShop()
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    return { shop, placed, path: routes.completedOrder(placed.order.id) }
  }

  const cookieOf = async (shop: TestShop, address: string) =>
    String((await supertest(shop.app).get(address).expect(303)).get('set-cookie')?.[0]).split(';')[0] ?? ''

  test('without an order is friendly, and kept by no cache', async () => {
    const { app } = await openShop()
    const answer = await supertest(app).get(routes.completed).expect(200)
    expect(answer.headers).toMatchObject(privateHeaders)
    expect(answer.text).toContain('No order to show')
  })

  test('settles what the customer has just paid, and shows its keys and its invoice', async () => {
    const { shop, placed, path } = await openPaidOrder()
    const cookie = await cookieOf(shop, `${path}&token=${placed.accessToken}`)
    const answer = await supertest(shop.app).get(path).set('Cookie', cookie).expect(200)
    expect(answer.headers).toMatchObject(privateHeaders)
    expect(answer.text).toContain('Thank you. It’s done.')
    expect(answer.text).toContain('Tax invoice')
    const { body } = await shop.orderOf(placed).expect(200)
    for (const { key } of body.lines[0].licences) expect(answer.text).toContain(key)
  })

  test('takes the token of a mail’s link out of the address, for a cookie that no script can read', async () => {
    const { shop, placed, path } = await openPaidOrder()
    const answer = await supertest(shop.app).get(`${path}&token=${placed.accessToken}`).expect(303)
    expect(answer.headers).toMatchObject({ ...privateHeaders, location: path })
    expect(answer.get('set-cookie')?.[0]).toMatch(/^orders=ot_[\w-]{43};.*HttpOnly; SameSite=Lax/)
  })

  test.each(['/%73hop/completed', '//shop//completed', '/shop/completed/'])(
    'has one address, to which %s leads, and no cache keeps the token on the way',
    async (spelling) => {
      const { shop, placed, path } = await openPaidOrder()
      const asked = `${path}&token=${placed.accessToken}`
      const answer = await supertest(shop.app).get(asked.replace(routes.completed, spelling)).expect(301)
      expect(answer.headers).toMatchObject({ location: asked, 'cache-control': 'no-store' })
    },
  )

  test('of an order that isn’t there, and of one that isn’t theirs, is the same page with status 404', async () => {
    const { shop, placed, path } = await openPaidOrder()
    const foreign = await supertest(shop.app).get(path).expect(404)
    const unknown = await supertest(shop.app).get(routes.completedOrder('ord_none')).expect(404)
    expect(foreign.text).toContain('No order to show')
    expect(foreign.text).not.toContain(placed.order.number)
    expect(foreign.text.replaceAll(placed.order.id, 'ord_none')).toBe(unknown.text)
  })

  test('drops a token that opens nothing, and sets no cookie', async () => {
    const { shop, path } = await openPaidOrder()
    const answer = await supertest(shop.app)
      .get(`${path}&token=ot_${'x'.repeat(43)}`)
      .expect(303)
    expect(answer.headers.location).toBe(path)
    expect(answer.get('set-cookie')).toBeUndefined()
  })

  test('doesn’t wait for a payment provider that never answers', async () => {
    const { shop, placed, path } = await openPaidOrder()
    shop.stripe.mood = 'silent'
    const cookie = await cookieOf(shop, `${path}&token=${placed.accessToken}`)
    const answer = await supertest(shop.app).get(path).set('Cookie', cookie).expect(200)
    expect(answer.text).toContain('Waiting for the payment.')
  })

  test('the order and its documents are in the API as issued, each with its PDF', async () => {
    const { shop, placed } = await openPaidOrder()
    const authorization = `Bearer ${placed.accessToken}`
    await shop.orderOf(placed).expect(200)
    shop.stripe.refund(shop.stripe.sessionOf(placed.order.id), 10_000)
    await shop.sendEvent('charge.refunded', placed.order.id).expect(200)
    await shop.ctx.background.settled()
    const { body } = await shop.orderOf(placed).expect(200)
    expect(body.invoice.number).toBe(body.documents[0].content.number)
    expect(body.documents.map(({ content }: { content: { kind: string } }) => content.kind)).toEqual([
      'invoice',
      'adjustment_note',
    ])
    for (const { url, content } of body.documents) {
      const pdf = await supertest(shop.app).get(url).set({ authorization }).expect(200)
      expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', ...privateHeaders })
      expect(pdf.headers['content-disposition']).toContain(content.number)
      await supertest(shop.app).get(url).expect(404)
    }
    for (const none of ['1', '3000000000', '9007199254740993', '1e4', '-1']) {
      const path = `/api/orders/${placed.order.id}/adjustment-notes/${none}.pdf`
      const { body } = await supertest(shop.app).get(path).set({ authorization }).expect(404)
      expect(body.code).toBe('adjustment_note_not_found')
    }
  })
})
