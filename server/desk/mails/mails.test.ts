import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { MailList } from '#shared/desk/mail-answers.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { takePayment } from '../../shop/orders/take-payment.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('a mail at the desk', (databases) => {
  const openShop = useShops(databases)

  test('is shown as its reader sees it and as text, without keys and tokens', async () => {
    const shop = await openShop(await deskOptions())
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const { body: order } = await shop.orderOf(placed).expect(200)
    const key: string = order.lines[0].licences[0].key
    const desk = await deskAs(shop, 'support')
    const { mails } = (await desk.get(deskApiRoutes.mails).expect(200)).body as MailList
    const { id = '' } = mails.find(({ kind }) => kind === 'order_paid') ?? {}
    const { body } = await desk.get(deskApiRoutes.mail(id)).expect(200)
    const { company, product } = shop.ctx.library.typed.site
    expect(body).toMatchObject({ from: `${product} <${company.email}>`, subject: expect.any(String) })
    const blocks: { type: string; url?: string }[] = body.blocks
    expect(blocks.map(({ type }) => type)).toEqual(expect.arrayContaining(['paragraph', 'keys', 'amounts']))
    expect(blocks.find(({ type }) => type === 'action')?.url).toMatch(/token=…/)

    const cookie = await cookieOf(shop, 'support')
    const page = await supertest(shop.app).get(deskRoutes.mail(id)).set('Cookie', cookie).expect(200)
    expect(page.text).toContain('As plain text')
    expect(page.text).toContain('its link is the reader’s')
    for (const text of [JSON.stringify(body), page.text]) {
      expect(text).not.toContain(key)
      expect(text).toContain(key.slice(-4))
      expect(text).not.toMatch(/token=\w/)
    }
  })

  test('to an address that bought nothing is shown without telling the address', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const mail = {
      kind: 'sign_in_link',
      recipient: 'nobody@example.com',
      params: { verified: true },
    } as const
    await enqueueMail(db, { ...mail, dedupeKey: 'sign-in:1' }, momentOf(shop.ctx))
    const desk = await deskAs(shop, 'support')
    const { mails } = (await desk.get(deskApiRoutes.mails).expect(200)).body as MailList
    await desk.get(deskApiRoutes.mail(mails[0]?.id ?? '')).expect(200)
    const kinds = await db.selectFrom('mails').select('kind').execute()
    expect(kinds).toEqual([{ kind: 'sign_in_link' }])
  })

  test('of a paid order is named by what it carries', async () => {
    const shop = await openShop(await deskOptions())
    const by = { who: 'command line' }
    const payByCard = async ({ order: { id } }: PlacedOrder) => {
      shop.stripe.pay(shop.stripe.sessionOf(id))
      await settle(shop.ctx, id)
      return id
    }
    const byCard = await shop.placeCardOrder()
    const withKeysAndInvoice = await payByCard(byCard)
    const { body: transfer } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await takePayment(shop.ctx, transfer.order, {}, by)
    const { body } = await shop.orderOf(byCard)
    const change = await shop.placeChangeOrder(body.lines[0].licences[0].key, { renew: 1 })
    const withChange = await payByCard(change)

    const desk = await deskAs(shop, 'owner')
    const { mails } = (await desk.get(deskApiRoutes.mails).expect(200)).body as MailList
    const carriedBy = (order: string) =>
      mails.find(({ kind, orderId }) => kind === 'order_paid' && orderId === order)?.carries
    expect(carriedBy(withKeysAndInvoice)).toBe('keys_invoice')
    expect(carriedBy(transfer.order.id)).toBe('keys_receipt')
    expect(carriedBy(withChange)).toBe('change_invoice')
    expect(mails.find(({ kind }) => kind === 'order_received')?.carries).toBeNull()
    const order = (await desk.get(deskApiRoutes.order(transfer.order.number)).expect(200)).body
    expect(order.mails.map(({ carries }: { carries: string }) => carries)).toContain('keys_receipt')
  })
})
