import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#shared/desk/answers.ts'
import type { Mail } from '#shared/desk/mail-answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { signIn } from '../testing/support/customer.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { deskAs, libraryWithStaff, staff } from '../testing/support/desk.ts'
import { readMails } from '../testing/support/mailbox.ts'
import { newKey, useShops } from '../testing/support/shop.ts'

const typed = 'info@bücher.example'
const used = 'info@xn--bcher-kva.example'
const customer = { name: 'Ada Byron', email: typed, country: 'AU' }

describeOnBothEngines('an address with an international domain', (databases) => {
  const openShop = useShops(databases)

  async function open() {
    const library = await libraryWithStaff({
      staff: [...staff, { email: 'chef@bücher.example', role: 'owner' }],
    })
    return openShop({ library })
  }

  test('orders: mails go to its ASCII form, and pages, documents and the desk show it as typed', async () => {
    const shop = await open()
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    const { id } = body.order
    expect(body.order).toMatchObject({
      customer: { email: typed },
      documents: [{ content: { buyer: { email: typed } } }],
    })
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toContain(used)
    const desk = await deskAs(shop, 'owner')
    for (const spelling of [typed, 'INFO@BÜCHER.EXAMPLE', used]) {
      const found = await desk.get(`${deskApiRoutes.search}?q=${encodeURIComponent(spelling)}`).expect(200)
      expect(found.body.results).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ kind: 'customer', title: typed })]),
      )
      const listed = await desk.get(`${deskApiRoutes.orders}?q=${encodeURIComponent(spelling)}`).expect(200)
      expect(listed.body.orders).toMatchObject([{ id, customer: { email: typed } }])
      const told = await runAdmin(shop.environment, 'orders', 'list', '--email', spelling, '--json')
      expect(JSON.parse(told.stdout)).toMatchObject([{ id }])
    }
    const mails = await desk.get(deskApiRoutes.mails).expect(200)
    expect(mails.body.mails).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'order_received', recipient: typed })]),
    )
    await runAdmin(shop.environment, 'orders', 'mark-paid', body.order.number)
    const order = await desk.get(deskApiRoutes.order(id)).expect(200)
    const licence = await desk.get(deskApiRoutes.licence(order.body.licences[0].id)).expect(200)
    const toldOf = ({ mails }: { mails: Pick<Mail, 'kind' | 'recipient'>[] }) =>
      mails.map(({ kind, recipient }) => ({ kind, recipient }))
    expect(toldOf(order.body)).toContainEqual({ kind: 'order_received', recipient: typed })
    expect(toldOf(licence.body)).toEqual([{ kind: 'order_paid', recipient: typed }])
    const correction = { name: 'Ada Lovelace', email: 'ada@köln.example' }
    await desk.post(`${deskApiRoutes.order(id)}/buyer`, correction).expect(200)
    expect((await shop.ctx.database.db.selectFrom('orders').select('customer_email').execute())[0]).toEqual({
      customer_email: 'ada@xn--kln-sna.example',
    })
  })

  test('signs in, asks for quotes and writes to us in any of its spellings', async () => {
    const shop = await open()
    await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)
    for (const spelling of [typed, used]) {
      const mine = await (await signIn(shop, spelling)).get(apiRoutes.licencesMine).expect(200)
      expect(mine.body).toMatchObject({ email: typed, orders: [{ customer: { email: typed } }] })
    }
    const asked = await supertest(shop.app)
      .post(apiRoutes.quotes)
      .set('Idempotency-Key', newKey())
      .send({ items: [{ sku: 'solo', qty: 1 }], customer, verification: 'token' })
      .expect(201)
    expect(asked.body.quote.content.buyer.email).toBe(typed)
    const message = { name: 'Ada', email: typed, topic: 'sales', message: 'A question of mine' }
    await supertest(shop.app)
      .post(apiRoutes.contact)
      .send({ ...message, verification: 'token' })
      .expect(202)
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toContain(used)
    const desk = await deskAs(shop, 'owner')
    const { body } = await desk.get(deskApiRoutes.messages).expect(200)
    expect(body.messages).toMatchObject([{ email: typed }])
  })

  test('moves a licence and asks for erasure as it was typed', async () => {
    const shop = await open()
    const gift = { sku: 'solo', name: 'Ada Byron', email: typed, reason: 'A review' }
    const desk = await deskAs(shop, 'owner')
    const { body } = await desk.post(deskApiRoutes.licences, gift).expect(201)
    const mine = await signIn(shop, typed)
    const act = `/api/licences/mine/licences/${body.licence.id}/move`
    await mine.post(act, { email: 'chef@köln.example' }).expect(202)
    await mine.post(apiRoutes.licencesErasure).expect(202)
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ subject }) => subject)).toContain(
      `${shop.ctx.library.typed.site.product}: ${typed} offers you a licence`,
    )
    expect(mails.filter(({ subject, text }) => /xn--/.test(subject + text))).toEqual([])
    for (const command of ['licences', 'mail']) {
      const told = await runAdmin(shop.environment, command, 'list')
      expect(told.stdout).toContain(typed)
      expect(told.stdout).not.toContain('xn--')
    }
    const { changes } = (await desk.get(deskApiRoutes.licence(body.licence.id)).expect(200)).body
    const customer = await desk.get(deskApiRoutes.customer(typed)).expect(200)
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const told = entries.map(({ name, after }: AuditEntry) => ({ name, after }))
    for (const shown of [changes, customer.body, told]) {
      expect(JSON.stringify(shown)).toContain('chef@köln.example')
      expect(JSON.stringify(shown)).not.toContain('xn--')
    }
  })

  test('of staff opens the desk', async () => {
    const shop = await open()
    for (const email of ['chef@bücher.example', 'CHEF@xn--bcher-kva.example']) {
      const form = { email, 'g-recaptcha-response': 'token' }
      await supertest(shop.app).post(deskRoutes.signIn).type('form').send(form).expect(303)
    }
    const links = (await readMails(shop.ctx)).filter(({ subject }) => subject.includes('desk'))
    expect(links.map(({ to }) => to)).toContain('chef@xn--bcher-kva.example')
  })
})
