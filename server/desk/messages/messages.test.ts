import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('messages and mails at the desk', (databases) => {
  const openShop = useShops(databases)

  function write(shop: TestShop, text: string, quarantined = false) {
    const message = { name: 'Ada', email: 'ada@example.com', topic: 'sales', message: text } as const
    const storing = { site: shop.ctx.library.typed.site, ...momentOf(shop.ctx) }
    return storeMessage(shop.ctx.database.db, { message, verified: !quarantined, quarantined }, storing)
  }

  test('are marked as answered, and let out of quarantine with the mails that were held back', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'support')
    const { id } = await write(shop, 'Can we pay in the new year?')
    const spam = await write(shop, 'You have been selected', true)
    await readMails(shop.ctx)
    const list = async (state: string) =>
      (await desk.get(`${deskApiRoutes.messages}?state=${state}`).expect(200)).body.messages
    expect(await list('unanswered')).toMatchObject([{ id, answeredAt: null }])
    expect(await list('quarantined')).toMatchObject([{ id: spam.id, quarantined: true }])

    for (const _ of [1, 2]) {
      const { body } = await desk.post(`${deskApiRoutes.messages}/${id}/answered`).expect(200)
      expect(body.message).toMatchObject({ answeredBy: 'robin@example.com', answeredAt: expect.any(String) })
    }
    expect(await list('unanswered')).toEqual([])
    expect(await list('answered')).toMatchObject([{ id }])
    for (const _ of [1, 2]) await desk.post(`${deskApiRoutes.messages}/${spam.id}/not-spam`).expect(200)
    // Unverified senders get no mail.
    const { email } = shop.ctx.library.typed.site.company
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual([email])
    expect(await list('unanswered')).toMatchObject([{ id: spam.id, quarantined: false }])
    for (const name of ['none', '%00', '..']) {
      const { status, body } = await desk.post(`${deskApiRoutes.messages}/${name}/answered`)
      expect([name, status, body.code]).toEqual([name, 404, expect.stringContaining('not_found')])
    }
    const owner = await deskAs(shop, 'owner')
    const { entries } = (await owner.get(deskApiRoutes.audit).expect(200)).body
    const acts = entries.map(({ act }: { act: string }) => act)
    expect(acts.filter((act: string) => act.startsWith('message')).sort()).toEqual([
      'message.answered',
      'message.not_spam',
    ])
  })

  test('are listed beside the one that is open, in the box where it is', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const first = await write(shop, 'Can we pay in the new year?\n\nThe whole of it')
    clock.now += 1000
    const second = await write(shop, 'Where is my key?\n\nAll of that')
    const spam = await write(shop, 'You have been selected', true)
    const Cookie = await cookieOf(shop, 'support')
    const page = async (path: string) =>
      (await supertest(shop.app).get(path).set({ Cookie }).expect(200)).text
    const box = await page(deskRoutes.messages)
    expect(box).toContain('All of that')
    expect(box).not.toContain('The whole of it')
    const letter = await page(deskRoutes.message(first.id))
    expect(letter).toContain('The whole of it')
    for (const id of [first.id, second.id]) expect(letter).toContain(deskRoutes.message(id))
    expect(letter).not.toContain(spam.id)
    expect(await page(deskRoutes.message(spam.id))).not.toContain(deskRoutes.message(first.id))
  })

  test('show what a mail says without a whole key or a token, and make no link', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    const { body: order } = await shop.orderOf(placed).expect(200)
    const key: string = order.lines[0].licences[0].key
    const support = await deskAs(shop, 'support')
    await support.post(deskApiRoutes.link, { email: 'alex@example.com' }).expect(202)
    const links = await db.selectFrom('mail_links').selectAll().execute()
    const { mails } = (await support.get(deskApiRoutes.mails).expect(200)).body
    expect(mails.length).toBeGreaterThanOrEqual(3)
    for (const { id, kind } of mails) {
      const { body } = await support.get(`${deskApiRoutes.mails}/${id}`).expect(200)
      expect([kind, body.text]).toEqual([kind, expect.any(String)])
      expect(body.text).not.toContain(key)
      expect(body.text).not.toMatch(/token=[\w-]/)
      if (kind === 'order_paid') expect(body.text).toContain(`ending ${key.slice(-4)}`)
    }
    expect(await db.selectFrom('mail_links').selectAll().execute()).toEqual(links)
  })

  test('bring back a mail that was given up, once', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    await write(shop, 'Can we pay in the new year?')
    await db.updateTable('mails').set({ status: 'dead', last_error: 'mailbox full' }).execute()
    const desk = await deskAs(shop, 'support')
    const { mails } = (await desk.get(`${deskApiRoutes.mails}?status=dead&limit=1`).expect(200)).body
    expect(mails).toMatchObject([{ status: 'dead', lastError: 'mailbox full' }])
    const retry = () => desk.post(`${deskApiRoutes.mails}/${mails[0].id}/retry`)
    expect((await retry().expect(200)).body.mail).toMatchObject({ status: 'queued', attempts: 0 })
    await readMails(shop.ctx)
    expect((await retry().expect(404)).body.code).toBe('mail_not_found')
  })
})
