import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/calendar/calendar.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { storeMessage } from '../../people/contact/store-message.ts'
import { purge } from '../../purge.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails, takeMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

describeOnEitherEngine('messages and mails at the desk', (databases) => {
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

  test('are answered once by mail, in the thread of what was sent, and keep the answer', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const [desk, owner] = [await deskAs(shop, 'support'), await deskAs(shop, 'owner')]
    const { id, reference } = await write(shop, 'Can we pay in the new year?\nAnd how?')
    const receipt = (await takeMails(shop.ctx)).find(({ to }) => toAda(to))
    const address = `${deskApiRoutes.messages}/${id}`
    const { revision } = (await desk.get(address).expect(200)).body
    const articles = [{ path: '/help/paying', title: 'Paying' }]
    const answers = await Promise.all([
      desk.post(`${address}/answer`, { text: ' Yes.\r\n\r\n1. One\r\n2. Two ', articles, revision }),
      owner.post(`${address}/answer`, { text: 'No.', revision }),
    ])
    const [done, late] = answers.toSorted((one, other) => one.status - other.status)
    expect([done?.status, late?.status]).toEqual([200, 409])
    expect(late?.body).toMatchObject({ code: 'changed_meanwhile', act: 'message.replied' })
    const { message } = done?.body ?? {}
    expect(message).toMatchObject({ answers: [{ by: late?.body.who, mailId: expect.any(String) }] })
    expect(message.answeredBy).toBe(late?.body.who)
    const [mail, ...more] = await takeMails(shop.ctx)
    expect(more).toEqual([])
    const { product, company } = shop.ctx.library.typed.site
    expect(mail).toMatchObject({
      to: { address: 'ada@example.com' },
      subject: `Re: We have your message, ${reference}`,
      from: { address: company.email, name: product },
      replyTo: { address: company.email },
      inReplyTo: receipt?.messageId,
      references: `<${id}@localhost> ${receipt?.messageId}`,
    })
    expect(mail?.text).toContain('> Can we pay in the new year?\n> And how?')

    await desk.post(`${address}/answer`, { text: '1. One\n2. Two', articles, revision: message.revision })
    const [second] = await takeMails(shop.ctx)
    expect(second).toMatchObject({ inReplyTo: mail?.messageId })
    expect(second?.text).toContain('1. One\n2. Two')
    expect(second?.text).toContain(`Paying: ${shop.ctx.config.siteUrl}/help/paying`)
    // Answers are kept with their message, and other mails’ texts aren’t.
    const { db } = shop.ctx.database
    await purge(db, new Date(shop.ctx.clock().getTime() + 91 * dayMs))
    const kept = db.selectFrom('mails').select('kind').where('sent_copy', 'is not', null)
    expect(await kept.execute()).toEqual([{ kind: 'contact_answer' }, { kind: 'contact_answer' }])
    const spam = await write(shop, 'You have been selected', true)
    await desk.post(`${deskApiRoutes.messages}/${spam.id}/answer`, { text: 'No.' }).expect(404)
    for (const path of ['https://elsewhere.example', 'help/x', '/a b'])
      await desk.post(`${address}/answer`, { text: 'Yes.', articles: [{ path, title: 'X' }] }).expect(422)
  })

  test('wait again once that is taken back, and are somebody’s who may answer them', async () => {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'support')
    const { id } = await write(shop, 'Can we pay in the new year?')
    const act = (what: string, body: object = {}) =>
      desk.post(`${deskApiRoutes.messages}/${id}/${what}`, body)
    const list = async (state: string) =>
      (await desk.get(`${deskApiRoutes.messages}?state=${state}`).expect(200)).body.messages
    await act('answered').expect(200)
    for (const _ of [1, 2]) {
      const { body } = await act('reopen').expect(200)
      expect(body.message).toMatchObject({ answeredAt: null, answeredBy: null, revision: 2 })
    }
    expect(await list('unanswered')).toMatchObject([{ id }])
    expect(await list('mine')).toEqual([])
    await act('assign', { to: 'casey@example.com' }).expect(422)
    await act('assign', { to: 'Robin@Example.com' }).expect(200)
    expect(await list('mine')).toMatchObject([{ id, assignedTo: 'robin@example.com' }])
    await write(shop, '=cmd|calc, nobody’s')
    const csv = async (path: string) => (await desk.get(path).expect(200)).text.trim().split('\r\n')
    const [head, ...lines] = await csv(`${deskApiRoutes.messagesCsv}?state=mine`)
    expect(head).toBe('reference,received,name,email,about,message,answered,answered by,assigned to')
    expect(lines).toEqual([expect.stringMatching(/^C-.*,Can we pay in the new year\?,,,robin@example\.com$/)])
    expect(await csv(deskApiRoutes.messagesCsv)).toHaveLength(3)
    await readMails(shop.ctx)
    expect((await csv(`${deskApiRoutes.mailsCsv}?status=sent`)).length).toBeGreaterThan(2)
    expect(await csv(`${deskApiRoutes.mailsCsv}?status=dead`)).toHaveLength(1)
    const owner = await deskAs(shop, 'owner')
    const { text } = await owner.get(deskApiRoutes.auditCsv).expect(200)
    expect(text).toContain('robin@example.com,said who answers the message,message.assigned,')
    await act('assign', { to: '' }).expect(200)
    expect(await list('mine')).toEqual([])
    const { revision } = (await desk.get(`${deskApiRoutes.messages}/${id}`).expect(200)).body
    const theirs = { to: 'alex@example.com', revision }
    await owner.post(`${deskApiRoutes.messages}/${id}/assign`, theirs).expect(200)
    for (const [what, body] of [
      ['assign', { to: 'robin@example.com' }],
      ['answered', {}],
    ] as const) {
      const late = await act(what, { ...body, revision }).expect(409)
      expect(late.body).toMatchObject({ code: 'changed_meanwhile', who: 'alex@example.com' })
    }
    // Assigning it again changes nothing.
    await act('assign', theirs).expect(200)
  })

  test('are nobody’s once who was to answer them stands in site.yml no more', onBoth, async () => {
    const shop = await openShop(await deskOptions())
    const [desk, owner] = [await deskAs(shop, 'support'), await deskAs(shop, 'owner')]
    const [open, done] = [await write(shop, 'Can we pay later?'), await write(shop, 'Thank you!')]
    for (const { id } of [open, done])
      await desk.post(`${deskApiRoutes.message(id)}/assign`, { to: 'robin@example.com' }).expect(200)
    await desk.post(`${deskApiRoutes.message(done.id)}/answered`).expect(200)
    const { site } = shop.ctx.library.typed
    site.staff = site.staff.filter(({ email }) => email !== 'robin@example.com')

    const assigned = async (state: string) =>
      (await owner.get(`${deskApiRoutes.messages}?state=${state}`).expect(200)).body.messages
    expect(await assigned('answered')).toMatchObject([{ assignedTo: 'robin@example.com' }])
    expect(await assigned('unanswered')).toMatchObject([{ assignedTo: null }])
    const whole = (await owner.get(deskApiRoutes.message(open.id)).expect(200)).body
    expect(whole).toMatchObject({ assignedTo: null, people: ['alex@example.com'] })
    const { text } = await owner.get(`${deskApiRoutes.messagesCsv}?state=unanswered`).expect(200)
    expect(text).not.toContain('robin')
    await owner.post(`${deskApiRoutes.message(open.id)}/assign`, { to: 'alex@example.com' }).expect(200)
    expect(await assigned('mine')).toHaveLength(1)
  })

  test('have a form for the answer, with pages that a search finds', async () => {
    const shop = await openShop(await deskOptions())
    const { id } = await write(shop, 'Our old laptop died.')
    const headers = { Cookie: await cookieOf(shop, 'support'), Origin: shop.ctx.config.siteUrl }
    const page = async (query: string) => {
      const { text } = await supertest(shop.app)
        .get(`${deskRoutes.message(id)}?${query}`)
        .set(headers)
      return {
        text,
        found: [...text.matchAll(/value="([^"]+)" aria-label="Put in/g)].map(([, value]) => value ?? ''),
      }
    }
    const [first = ''] = (await page('help=move+to+another+computer')).found
    expect(first).toMatch(/^\/help\/\S+ \S/)
    const { text } = await page(new URLSearchParams({ help: 'licence', with: first }).toString())
    expect(text).toContain(`name="articles" value="${first}"`)
    const [path = ''] = first.split(' ')
    const without = await page(new URLSearchParams({ with: first, out: path }).toString())
    expect(without.text).not.toContain('name="articles"')
    const action = deskRoutes.messageAct(id, 'answer')
    const post = (fields: object) => supertest(shop.app).post(action).set(headers).type('form').send(fields)
    const refused = await post({ text: ' ', articles: first }).expect(422)
    expect(refused.text).toContain(`name="articles" value="${first}"`)
    await readMails(shop.ctx)
    await post({ text: 'Like this.', articles: first })
      .expect(303)
      .expect('location', `${deskRoutes.message(id)}?done=answer#done`)
    const [mail] = await readMails(shop.ctx)
    expect(mail?.text).toContain(shop.ctx.config.siteUrl + path)
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

  test('bring back a mail that was given up, once', onBoth, async () => {
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

function toAda(to: unknown): boolean {
  return (to as { address: string }).address === 'ada@example.com'
}
