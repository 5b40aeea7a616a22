import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { Mine } from '#shared/orders/mine.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { deskPurpose, licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { openSession } from '../../people/sign-in/sessions.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { askForLink, type Customer, customerWith, signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { readMails, tokenIn } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { move, setStatus } from '../licensing/acts.ts'

const mine = apiRoutes.licencesMine
const ada = 'ada@example.com'
const grace = 'grace@example.com'
const eight = Array.from({ length: 8 }, (_, index) => index)

describeOnEitherEngine('the sign-in of a customer', (databases) => {
  const openShop = useShops(databases)

  async function sell(shop: TestShop, email: string) {
    const placed = await shop.placeCardOrder({ customer: { name: 'A Buyer', email, country: 'AU' } })
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    await readMails(shop.ctx)
    return placed
  }

  async function look(customer: Customer): Promise<Mine> {
    return (await customer.get(mine).expect(200)).body
  }

  const open = ({ app }: Pick<TestShop, 'app'>, token: string) =>
    supertest(app).post(routes.licencesOpen).type('form').send({ token })

  test('answers the same for a known and an unknown address, and looks at neither', async () => {
    const shop = await openShop()
    await sell(shop, ada)
    const ask = (email: string) =>
      supertest(shop.app).post(apiRoutes.licencesLink).send({ email, verification: 'token' })
    const [known, unknown] = [await ask(ada), await ask('nobody@example.com')]
    const steady = ({ headers }: { headers: Record<string, string> }) =>
      Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name))
    expect([known.status, known.text]).toEqual([202, '{}'])
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(steady(unknown)).toEqual(steady(known))
    expect(known.get('cache-control')).toBe('private, no-store')

    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ada, 'Your link to your licences'],
      ['nobody@example.com', expect.stringMatching(/^No .* licence was bought with this address$/)],
    ])
    await ask('Nobody@Example.com')
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('runs the same statements for any address, none on orders or licences', onBoth, async () => {
    const shop = await openShop()
    await sell(shop, ada)
    const { database } = shop.ctx
    const ran: string[][] = []
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        ran.push([...JSON.stringify(node).matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const watched = await shop.another({ database: { ...database, db } })
    async function statementsFor(email: string) {
      ran.length = 0
      const body = { email, verification: 'token' }
      await supertest(watched.app).post(apiRoutes.licencesLink).send(body).expect(202)
      return [...ran]
    }
    const known = await statementsFor(ada)
    expect(await statementsFor('nobody@example.com')).toEqual(known)
    expect(known.flat()).toContain('mails')
    for (const table of ['orders', 'licences']) expect(known.flat()).not.toContain(table)
  })

  test('without the human verification mails a known address alone', async () => {
    const shop = await openShop()
    await sell(shop, ada)
    for (const email of [ada, 'nobody@example.com']) {
      await supertest(shop.app)
        .post(routes.licences)
        .type('form')
        .send({ email })
        .expect(303)
        .expect('location', routes.licencesSent)
    }
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual([ada])
  })

  test('takes a link once, though eight come at once to two processes', onBoth, async () => {
    const shop = await openShop()
    await sell(shop, ada)
    const other = await shop.another()
    const token = await askForLink(shop, ada)
    const answers = await Promise.all(eight.map((index) => open(index % 2 ? other : shop, token)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(7)
    const { db } = shop.ctx.database
    const sessions = await db.selectFrom('sessions').selectAll().execute()
    expect(sessions).toHaveLength(1)
    const opened = answers.find(({ status }) => status === 303)?.get('set-cookie')?.[0] ?? ''
    const cookie = /^licences=([\w-]{43});/.exec(opened)?.[1]
    const stored = JSON.stringify([
      sessions,
      await db.selectFrom('mail_links').selectAll().execute(),
      shop.logged,
    ])
    for (const secret of [token, cookie]) expect(stored).not.toContain(secret)
  })

  test('takes no link after 30 minutes, none of another purpose, and none that a scanner only looked at', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    const { db } = shop.ctx.database
    await sell(shop, ada)
    const token = await askForLink(shop, ada)
    for (let visit = 0; visit < 3; visit++) {
      const page = await supertest(shop.app).get(`${routes.licencesOpen}?token=${token}`).expect(200)
      expect(page.get('set-cookie')).toBeUndefined()
      expect(page.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
    }
    clock.now += 30 * 60_000
    await open(shop, token).expect(410)

    const moment = { now: new Date(clock.now), random: shop.ctx.random }
    const foreign = { purpose: 'desk', email: ada, validMs: 60_000 }
    const desk = await createMailLink(db, foreign, moment)
    expect(await openSession(db, desk.token, licencesPurpose, moment)).toBeNull()
    await open(shop, desk.token).expect(410)
    const staff = await createMailLink(db, foreign, moment)
    const session = await openSession(db, staff.token, deskPurpose, moment)
    await customerWith(shop, `licences=${session?.token}`).get(mine).expect(401)
    for (const wrong of ['', 'x', '\u0000', 'x'.repeat(9000)]) await open(shop, wrong).expect(410)
    const fresh = await askForLink(shop, ada)
    await open(shop, fresh).expect(303)
  })

  test('lasts an hour, and ends in every process by signing out or a newer link', onBoth, async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    await sell(shop, ada)
    const other = await shop.another()
    const first = await signIn(shop, ada)
    clock.now += 59 * 60_000
    await first.get(mine).expect(200)
    clock.now += 60_000
    expect((await first.get(mine).expect(401)).body.code).toBe('sign_in_required')

    const second = await signIn(shop, ada)
    // A stranger's request for a link ends no session.
    const stranger = await askForLink(shop, ada)
    await second.get(mine).expect(200)
    await open(shop, stranger).expect(303)
    await second.get(mine).expect(401)

    const third = await signIn(shop, ada)
    const elsewhere = customerWith(other, third.cookie)
    await elsewhere.get(mine).expect(200)
    const out = await third.post(apiRoutes.licencesSignOut).expect(204)
    expect(out.get('set-cookie')?.[0]).toMatch(/^licences=; Max-Age=0; Path=\/;/)
    await elsewhere.get(mine).expect(401)
    await third.post(apiRoutes.licencesSignOut).expect(204)
  })

  test('over https has a cookie that no script, no other site and no other host can use', async () => {
    const { environment } = await databases.create()
    const { createTestApp } = await import('../../testing/support/test-app.ts')
    const { passing } = await import('../../testing/support/shop.ts')
    const site = await createTestApp(
      { ...environment, SITE_URL: 'https://www.example.com', ALLOW_PLACEHOLDERS: '1' },
      { verifier: passing },
    )
    const moment = momentOf(site.ctx)
    const link = { purpose: 'licences', email: ada, validMs: 60_000 }
    const { token } = await createMailLink(site.ctx.database.db, link, moment)
    const opened = await open(site, token).expect(303)
    expect(opened.get('set-cookie')?.[0]).toMatch(
      /^__Host-licences=[\w-]{43}; Max-Age=3600; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(opened.get('location')).toBe(routes.licences)
    await site.ctx.close()
  })

  test('shows its own address alone: every foreign id is the unknown id’s 404', onBoth, async () => {
    const shop = await openShop()
    const [own, foreign] = [await sell(shop, ada), await sell(shop, grace)]
    const [adas, graces] = [await signIn(shop, ada), await signIn(shop, grace)]
    const hers = await look(graces)
    expect((await look(adas)).orders.map(({ id }) => id)).toEqual([own.order.id])
    const licence = String(hers.licences[0]?.id)
    await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: hers.licences[0]?.key, machine: { id: 'machine-1234' } })
    const machine = String((await look(graces)).licences.find(({ id }) => id === licence)?.machines[0]?.id)
    const ownLicence = String((await look(adas)).licences[0]?.id)

    const body = (answer: supertest.Response) => ({ ...answer.body, requestId: '' })
    for (const [path, unknown, sent] of [
      [`licences/${licence}/replace-key`, 'licences/lic_none/replace-key', {}],
      [`licences/${licence}/move`, 'licences/lic_none/move', { email: 'new@example.com' }],
      [`licences/${licence}/release`, 'licences/lic_none/release', { activationId: machine }],
      [`orders/${foreign.order.id}/buyer`, 'orders/ord_none/buyer', { name: 'Mallory' }],
      [`orders/${foreign.order.id}/pay`, 'orders/ord_none/pay', {}],
      [`orders/${foreign.order.id}/cancel`, 'orders/%00/cancel', {}],
    ] as const) {
      const [theirs, nobodys] = [
        await adas.post(`${mine}/${path}`, sent),
        await adas.post(`${mine}/${unknown}`, sent),
      ]
      expect([path, theirs.status]).toEqual([path, 404])
      expect(body(theirs)).toEqual(body(nobodys))
    }
    const release = (activationId: string) =>
      adas.post(`${mine}/licences/${ownLicence}/release`, { activationId }).expect(404)
    expect(body(await release(machine))).toEqual(body(await release('act_none')))
    const order = await adas.get(apiRoutes.order(foreign.order.id)).expect(404)
    expect(body(order)).toEqual(body(await adas.get(apiRoutes.order('ord_none')).expect(404)))
    await adas.get(apiRoutes.document(own.order.id, 'INV-000002')).expect(404)
    expect(await readMails(shop.ctx)).toEqual([])
  })

  test('is stored by no cache, ours included', async () => {
    const shop = await openShop()
    const { order } = await sell(shop, ada)
    const customer = await signIn(shop, ada)
    const everywhere = [
      routes.licences,
      `${routes.licences}?done=release`,
      routes.licencesSent,
      `${routes.licencesChange}?act=buyer&id=${order.id}`,
      `${routes.licencesMove}?token=x`,
      mine,
      apiRoutes.licencesEverything,
      apiRoutes.order(order.id),
      apiRoutes.invoice(order.id),
      apiRoutes.document(order.id, 'INV-000001'),
      routes.completedOrder(order.id),
    ]
    for (const path of everywhere) {
      const answer = await customer.get(path)
      expect([path, answer.status, answer.get('cache-control')]).toEqual([path, 200, 'private, no-store'])
    }
    const stranger = await supertest(shop.app).get(routes.licences).expect(200)
    expect(stranger.text).not.toContain(order.number)
  })

  test('lets no other site act, nor frame', async () => {
    const shop = await openShop()
    await sell(shop, ada)
    const customer = await signIn(shop, ada)
    const [licence] = (await look(customer)).licences
    const cross = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    await customer.post(`${mine}/licences/${licence?.id}/replace-key`).set(cross).expect(403)
    await supertest(shop.app)
      .post(routes.licencesChange)
      .type('form')
      .set({ ...cross, Cookie: customer.cookie })
      .send({ act: 'replace-key', id: licence?.id })
      .expect(403)
    const token = await askForLink(shop, ada)
    await open(shop, token).set(cross).expect(403)
    await open(shop, token).expect(303)
    const page = await supertest(shop.app).get(routes.licences).expect(200)
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  test('does each act once, though eight ask for it at once in two processes', onBoth, async () => {
    const shop = await openShop()
    const { order } = await sell(shop, ada)
    const other = await shop.another()
    const customer = await signIn(shop, ada)
    const [licence] = (await look(customer)).licences
    const id = String(licence?.id)
    const both = [customer, customerWith(other, customer.cookie)]
    const all = (path: string, body: object = {}) =>
      Promise.all(eight.map((index) => both[index % 2]?.post(`${mine}/${path}`, body)))
    const statuses = (answers: (supertest.Response | undefined)[]) =>
      answers.map((answer) => answer?.status).sort()

    expect(statuses(await all(`licences/${id}/replace-key`))).toEqual([200, ...Array(7).fill(429)])
    const corrected = await all(`orders/${order.id}/buyer`, { name: 'Grace' })
    expect(new Set(corrected.map((answer) => answer?.body.document.number))).toEqual(new Set(['INV-000002']))
    await readMails(shop.ctx)

    await customer.post(`${mine}/licences/${id}/move`, { email: grace }).expect(202)
    const step = async (name: string) => {
      const mail = (await readMails(shop.ctx)).find(({ text }) => text.includes(`step=${name}`))
      const token = mail ? tokenIn(mail) : ''
      const sites = [shop.app, other.app]
      const answers = await Promise.all(
        eight.map((index) =>
          supertest(sites[index % 2] as typeof shop.app)
            .post(routes.licencesMove)
            .type('form')
            .send({ token }),
        ),
      )
      expect(statuses(answers)).toEqual([200, ...Array(7).fill(410)])
    }
    await step('accept')
    expect((await look(customer)).licences.map((each) => each.id)).toContain(id)
    await step('confirm')
    expect((await look(customer)).licences.map((each) => each.id)).not.toContain(id)
    const moved = await look(await signIn(shop, grace))
    expect(moved.licences).toMatchObject([{ id, orderNumber: null, movedAt: expect.any(String) }])
    expect(moved.orders).toEqual([])
    const { body: sold } = await customer.get(apiRoutes.order(order.id)).expect(200)
    expect(JSON.stringify(sold)).not.toContain(moved.licences[0]?.key)
  })

  test('takes back neither what support gave back, nor a licence that is off', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    const follow = (token: string) =>
      supertest(shop.app).post(routes.licencesMove).type('form').send({ token })
    const moveByMail = async () => {
      await sell(shop, ada)
      const customer = await signIn(shop, ada)
      const id = String((await look(customer)).licences[0]?.id)
      await customer.post(`${mine}/licences/${id}/move`, { email: grace }).expect(202)
      for (const step of ['accept', 'confirm']) {
        clock.now += 1000
        const mail = (await readMails(shop.ctx)).find(({ text }) => text.includes(`step=${step}`))
        await follow(tokenIn(mail as never)).expect(200)
      }
      const undo = (await readMails(shop.ctx)).find(({ text }) => text.includes('step=undo'))
      return { id, undo: tokenIn(undo as never) }
    }
    const holderOf = async (id: string) =>
      (
        await shop.ctx.database.db
          .selectFrom('licences')
          .select('email')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).email

    const stolen = await moveByMail()
    clock.now += 1000
    const wanted = { email: 'victim@example.com', keepKey: false }
    await move(shop.ctx, stolen.id, wanted, { who: 'support' })
    const told = await readMails(shop.ctx)
    expect(told.map(({ to }) => to).sort()).toEqual([grace, 'victim@example.com'])
    expect(JSON.stringify(told)).not.toContain('token=')
    expect(told.find(({ to }) => to === grace)?.text).not.toContain('victim@')
    await follow(stolen.undo).expect(410)
    expect(await holderOf(stolen.id)).toBe('victim@example.com')

    const off = await moveByMail()
    await setStatus(shop.ctx, off.id, 'suspended', { who: 'support' })
    await follow(off.undo).expect(410)
    expect(await holderOf(off.id)).toBe(grace)
  })

  test('takes a move back for 7 days, and tells both each time', async () => {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    await sell(shop, ada)
    const customer = await signIn(shop, ada)
    const ids = (await look(customer)).licences.map(({ id }) => id)
    await customer.post(`${mine}/licences/${ids[0]}/move`, { email: grace, all: true }).expect(202)
    const follow = (token: string) =>
      supertest(shop.app).post(routes.licencesMove).type('form').send({ token })
    const [offer] = await readMails(shop.ctx)
    expect(offer?.to).toBe(grace)
    await follow(tokenIn(offer as never)).expect(200)
    const [confirm] = await readMails(shop.ctx)
    expect(confirm?.to).toBe(ada)
    const address = `${routes.licencesMove}?token=${tokenIn(confirm as never)}`
    await supertest(shop.app).post(address).type('form').expect(200)
    const told = await readMails(shop.ctx)
    expect(told.map(({ to }) => to).sort()).toEqual([ada, grace])
    expect((await look(customer)).licences).toEqual([])

    clock.now += 7 * 24 * 3_600_000 - 60_000
    const undo = tokenIn(told.find(({ to }) => to === ada) as never)
    await follow(undo).expect(200)
    await follow(undo).expect(410)
    // By then the owner has the first day's summary too.
    const { email: owner } = shop.ctx.library.typed.site.company
    expect((await readMails(shop.ctx)).map(({ to }) => to).sort()).toEqual([ada, grace, owner])
    const back = await look(await signIn(shop, ada))
    expect(back.licences.map(({ id }) => id).sort()).toEqual(ids.sort())
  })
})
