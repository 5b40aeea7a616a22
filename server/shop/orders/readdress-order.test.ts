import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { type ReadMail, readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'

const [stranger, buyer] = ['ada@exmaple.com', 'ada@example.com']
const customer = { name: 'Ada Byron', email: stranger, country: 'AU' }
const body = cartBody({ paymentMethod: 'invoice', customer })

describeOnEitherEngine('another address of an order', (databases) => {
  const openShop = useShops(databases)

  async function placeOrder() {
    const shop = await openShop(await deskOptions())
    const key = newKey()
    const answer = await shop.checkOut(body, key).expect(201)
    const { order, accessToken: token } = answer.body as { order: { id: string }; accessToken: string }
    const cookie = String(answer.get('set-cookie')?.[0]).split(';')[0] ?? ''
    const correct = async (change: object) =>
      (await deskAs(shop, 'support'))
        .post(`${deskApiRoutes.order(order.id)}/buyer`, { name: customer.name, ...change })
        .expect(200)
    return { shop, key, id: order.id, token, cookie, correct }
  }

  async function opens(shop: TestShop, id: string, header: Record<string, string>): Promise<boolean> {
    const { status } = await supertest(shop.app).get(apiRoutes.order(id)).set(header)
    return status === 200
  }

  const linkIn = ({ text }: ReadMail) => /&token=(ot_[\w-]{43})/.exec(text)?.[1]

  const between = async ({ ctx }: TestShop) =>
    (await readMails(ctx)).filter(({ to }) => [stranger, buyer].includes(to))

  test('ends the links of the earlier one, which is told, and gets its own', async () => {
    const { shop, key, id, token, cookie, correct } = await placeOrder()
    await between(shop)
    await correct({ email: buyer })
    expect(await opens(shop, id, { cookie })).toBe(false)
    expect(await opens(shop, id, { authorization: `Bearer ${token}` })).toBe(false)
    await shop.checkOut(body, key).expect(403)

    const mails = await between(shop)
    expect(mails.map(({ to }) => to).sort()).toEqual([buyer, stranger].sort())
    const [own, told] = [buyer, stranger].map((to) => mails.find((mail) => mail.to === to)) as ReadMail[]
    expect(own?.subject).toMatch(/^Invoice .* replaces/)
    expect(await opens(shop, id, { authorization: `Bearer ${own && linkIn(own)}` })).toBe(true)
    expect(told?.subject).toMatch(/^Order .* has another e-mail address$/)
    expect(told?.text).not.toContain(buyer)
    expect(told?.text).not.toContain('token=')
  })

  test('gets the order’s mail again where no invoice is in force', async () => {
    const { shop, id, correct } = await placeOrder()
    await (await deskAs(shop, 'owner')).post(`${deskApiRoutes.order(id)}/cancel`).expect(200)
    await between(shop)
    await correct({ email: buyer })
    const subjects = (await between(shop)).map(({ to, subject }) => [to, subject])
    expect(subjects).toContainEqual([buyer, expect.stringMatching(/is cancelled$/)])
    expect(subjects).toContainEqual([stranger, expect.stringMatching(/another e-mail address$/)])
  })

  test('gets the mails that wait, and the earlier one none of them', async () => {
    const { shop, correct } = await placeOrder()
    await correct({ email: buyer })
    const mails = await between(shop)
    expect(mails.filter((mail) => linkIn(mail)).map(({ to }) => to)).toEqual([buyer, buyer])
    expect(mails).toHaveLength(3)
  })

  test('is no other one in another case, nor when anything else is corrected', async () => {
    const { shop, id, token, correct } = await placeOrder()
    await correct({ email: stranger.toUpperCase() })
    await correct({ purchaseOrder: 'PO-8' })
    expect(await opens(shop, id, { authorization: `Bearer ${token}` })).toBe(true)
    const subjects = (await readMails(shop.ctx)).map((mail) => mail.subject)
    expect(subjects.filter((subject) => subject.includes('another e-mail address'))).toEqual([])
  })
})
