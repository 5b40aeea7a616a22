import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { MailList } from '#shared/desk/mail-answers.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { purge } from '../../purge.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { takePayment } from '../../shop/orders/take-payment.ts'
import { describeOnBothEngines, describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { plansOf } from '../../testing/support/query-plans.ts'
import { useShops } from '../../testing/support/shop.ts'
import { listMailsPage } from './list-mails.ts'

describeOnBothEngines('the list of mails', (databases) => {
  const openShop = useShops(databases)

  test('is filtered by address, days and state, also as CSV', async () => {
    const clock = { now: Date.parse('2026-09-10T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'support')
    const { db } = shop.ctx.database
    for (const recipient of ['ada@example.com', 'grace@example.com', 'Ada@Example.com']) {
      await enqueueMail(db, { kind: 'desk_link', recipient, dedupeKey: recipient }, momentOf(shop.ctx))
      clock.now += dayMs
    }
    await db.updateTable('mails').set({ status: 'sent' }).where('recipient', '=', 'ada@example.com').execute()
    for (const [query, recipients] of [
      ['', ['Ada@Example.com', 'grace@example.com', 'ada@example.com']],
      ['email=ADA@example.com', ['Ada@Example.com', 'ada@example.com']],
      ['email=ada', []],
      ['email=ada@example.com&status=sent', ['ada@example.com']],
      ['email=ada@example.com&status=queued&sort=createdAt', ['Ada@Example.com']],
      ['from=2026-09-11&to=2026-09-11', ['grace@example.com']],
      ['to=2026-09-11&sort=createdAt', ['ada@example.com', 'grace@example.com']],
      ['email=ada@example.com&from=2026-09-11&to=', ['Ada@Example.com']],
    ] as const) {
      const { mails } = (await desk.get(`${deskApiRoutes.mails}?${query}`).expect(200)).body as MailList
      expect([query, mails.map(({ recipient }) => recipient)]).toEqual([query, recipients])
      const { text } = await desk.get(`${deskApiRoutes.mailsCsv}?${query}`).expect(200)
      const lines = text.trimEnd().split('\r\n').slice(1)
      expect([query, lines.map((line) => line.split(',')[1])]).toEqual([query, recipients])
    }
    const { mails, next } = (await desk.get(`${deskApiRoutes.mails}?email=ada@example.com&limit=1`)).body
    expect(mails).toHaveLength(1)
    const rest = await desk.get(`${deskApiRoutes.mails}?email=ada@example.com&after=${next}`).expect(200)
    expect(rest.body).toMatchObject({ mails: [{ recipient: 'ada@example.com' }], next: null })
    await desk.get(`${deskApiRoutes.mails}?from=yesterday`).expect(422)
    const headers = { Cookie: await cookieOf(shop, 'support') }
    const address = `${deskRoutes.mails}?email=ada@example.com&status=sent&from=2026-09-10`
    const { text } = await supertest(shop.app).get(address).set(headers).expect(200)
    const csv = `${deskApiRoutes.mailsCsv}?email=ada%40example.com&amp;status=sent&amp;from=2026-09-10`
    for (const part of ['value="ada@example.com"', 'value="2026-09-10"', '>1 shown', csv])
      expect(text).toContain(part)
  })
})

test('the list of mails is read by indexes alone', async () => {
  const days = { from: '2026-06-01', to: '2026-06-30', timeZone: 'Australia/Sydney' } as const
  const email = 'ada@example.com'
  const plans = await plansOf(async (reader) => {
    for (const filter of [{ email }, { email, days }, { email, status: 'sent' as const }, { days }])
      for (const sort of timeSorts) {
        const page = { after: { sort, keys: ['2026-06-30T14:00:00.000Z'], id: 'mail_1' }, limit: 50, sort }
        await listMailsPage({ reader }, filter, page)
      }
  })
  expect(plans).toHaveLength(4 * timeSorts.length)
  for (const { text, steps } of plans)
    for (const step of steps) expect(step, text).not.toMatch(/SCAN|TEMP B-TREE/)
})

describeOnEitherEngine('a mail at the desk', (databases) => {
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

  test('that was sent stays as it was, to whom it was', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const { body: placed } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
    await takePayment(shop.ctx, placed.order, {}, { who: 'test' })
    const sent = (await readMails(shop.ctx)).find(({ subject }) => subject.includes('licence key'))
    const owner = await deskAs(shop, 'owner')
    const { order } = placed
    await owner.post(deskApiRoutes.refunds(order.id), { confirm: order.number }).expect(200)
    const buyer = { name: 'Ada', email: 'ada@new.example' }
    await owner.post(`${deskApiRoutes.order(order.id)}/buyer`, buyer).expect(200)
    const { mails } = (await owner.get(deskApiRoutes.mails).expect(200)).body as MailList
    const { id = '' } = mails.find(({ kind }) => kind === 'order_paid') ?? {}
    const { body } = await owner.get(deskApiRoutes.mail(id)).expect(200)
    expect(body).toMatchObject({
      to: 'ada@example.com',
      recipient: 'ada@example.com',
      subject: sent?.subject,
    })
    expect(body.attachments).toEqual(sent?.attachments)
    expect(body.text).not.toMatch(/token=\w/)
    const line = (text = '') =>
      text.split('\n').filter((each) => !each.includes('token') && !/[0-9A-Z]{4}-/.test(each))
    expect(line(body.text)).toEqual(expect.arrayContaining(line(sent?.text).slice(0, 3)))
    // Texts without an order are kept for 90 days, and those of orders with them.
    const later = new Date(shop.ctx.clock().getTime() + 91 * 86_400_000)
    await enqueueMail(db, { kind: 'desk_link', recipient: 'a@b.example', dedupeKey: 'x' }, momentOf(shop.ctx))
    const copy = JSON.stringify({ text: 'Hello' })
    const past = { status: 'sent' as const, sent_at: shop.ctx.clock().toISOString(), sent_copy: copy }
    await db.updateTable('mails').set(past).where('dedupe_key', '=', 'x').execute()
    await purge(db, later)
    const kept = await db.selectFrom('mails').select(['kind', 'sent_copy']).execute()
    expect(kept.find(({ kind }) => kind === 'desk_link')?.sent_copy).toBeNull()
    expect(kept.find(({ kind }) => kind === 'order_paid')?.sent_copy).not.toBeNull()
  })

  test('that was given up is done with by a later one, by a corrected address, or by a reason', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const support = await deskAs(shop, 'support')
    const giveUp = (change: object) =>
      db
        .updateTable('mails')
        .set({ status: 'dead', last_error: '550 no such mailbox' })
        .where('kind', '=', 'order_received')
        .$if('order_id' in change, (query) => query.where('order_id', '=', Object(change).order_id))
        .execute()
    const place = async () => (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    const [one, two, three] = [await place(), await place(), await place()]
    await giveUp({})
    const waits = async () => (await support.get(deskApiRoutes.overview).expect(200)).body.mails.dead
    expect(await waits()).toBe(3)
    await support.post(`${deskApiRoutes.order(one.id)}/resend`).expect(200)
    await readMails(shop.ctx)
    expect(await waits()).toBe(2)
    const buyer = { name: 'Ada', email: 'ada@new.example' }
    await support.post(`${deskApiRoutes.order(two.id)}/buyer`, buyer).expect(200)
    expect(await waits()).toBe(1)
    const { mails } = (await support.get(`${deskApiRoutes.mails}?status=aside`).expect(200)).body as MailList
    expect(mails.map(({ recipient, lastError, asideReason }) => [recipient, lastError, asideReason])).toEqual(
      [
        ['ada@example.com', '550 no such mailbox', 'The buyer’s address was corrected.'],
        ['ada@example.com', '550 no such mailbox', 'A later mail got through.'],
      ],
    )
    const dead = (await support.get(`${deskApiRoutes.mails}?status=dead`).expect(200)).body as MailList
    const aside = `${deskApiRoutes.mail(dead.mails[0]?.id ?? '')}/set-aside`
    await support.post(aside, {}).expect(422)
    await support.post(aside, { reason: 'Left the school.' }).expect(200)
    await support.post(aside, { reason: 'Again.' }).expect(200)
    expect(await waits()).toBe(0)
    const owner = await deskAs(shop, 'owner')
    const { entries } = (await owner.get(deskApiRoutes.audit).expect(200)).body
    const acts = entries.filter(({ act }: { act: string }) => act === 'mail.set_aside')
    expect(acts).toMatchObject([{ who: 'robin@example.com', after: { reason: 'Left the school.' } }])
    const { mails: listed } = (await owner.get(deskApiRoutes.order(three.id)).expect(200)).body
    const own = listed.filter(({ kind }: { kind: string }) => kind === 'order_received')
    expect(own).toMatchObject([{ status: 'aside' }])
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
