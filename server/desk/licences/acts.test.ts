import supertest from 'supertest'
import { expect, test } from 'vitest'
import { addDays } from '#shared/calendar/calendar.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { licencesApi } from './api.ts'

describeOnEitherEngine('acts on a licence', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const shop = await openShop(await deskOptions())
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    await settle(shop.ctx, placed.order.id)
    await readMails(shop.ctx)
    const desk = await deskAs(shop, 'owner')
    const { licences } = (await desk.get(deskApiRoutes.licences).expect(200)).body
    const { body } = await shop.orderOf(placed).expect(200)
    const keys: string[] = body.lines[0].licences.map(({ key }: { key: string }) => key)
    const id: string = licences[0].id
    const key = keys.find((each) => each.endsWith(licences[0].keyHint.slice(-4))) ?? ''
    return { shop, desk, id, key }
  }

  const act = (desk: DeskClient, id: string, name: string, body: object = {}) =>
    desk.post(`${deskApiRoutes.licence(id)}/${name}`, body)
  const activate = ({ app }: TestShop, licenceKey: string, machine = 'machine-1234') =>
    supertest(app)
      .post(apiRoutes.activation)
      .send({ licenceKey, machine: { id: machine, name: 'HALL' } })

  test('suspend, reinstate and release, with reason and name in the history', async () => {
    const { shop, id, key } = await openDesk()
    const support = await deskAs(shop, 'support')
    await activate(shop, key).expect(201)
    await act(support, id, 'suspend', { reason: 'Chargeback' }).expect(200)
    await act(support, id, 'suspend').expect(200)
    await activate(shop, key, 'machine-5678').expect(403)
    const { body } = await act(support, id, 'reinstate').expect(200)
    const [machine] = body.licence.machines
    expect(machine).toMatchObject({ name: 'HALL', machineId: 'machine-1234' })
    await act(support, id, 'release', { activationId: 'act_none' }).expect(404)
    await act(support, id, 'release', {}).expect(422)
    const { body: released } = await act(support, id, 'release', { activationId: machine.id }).expect(200)
    expect(released.licence).toMatchObject({ machines: [], seats: { limit: 3, used: 0 } })
    expect(released.licence.changes).toMatchObject([
      { who: null, act: 'licence.sold', after: { order: expect.stringMatching(/^2026-/) } },
      { who: 'robin@example.com', act: 'licence.suspended', after: { reason: 'Chargeback' } },
      { who: 'robin@example.com', act: 'licence.reinstated' },
      { who: 'robin@example.com', act: 'licence.machine_released', before: { name: 'HALL' } },
    ])
  })

  test('lists the mail that brought its key, and why a mail was given up', async () => {
    const { shop, desk, id } = await openDesk()
    const { db } = shop.ctx.database
    const given = { status: 'dead', last_error: 'Mailbox full', sent_at: null } as const
    await db.updateTable('mails').set(given).where('kind', '=', 'order_paid').execute()
    await act(desk, id, 'replace-key').expect(200)
    const { body } = await desk.get(deskApiRoutes.licence(id)).expect(200)
    const brought = { kind: 'order_paid', status: 'dead', lastError: 'Mailbox full' }
    expect(body.mails).toMatchObject([brought, { kind: 'key_replaced' }])
    const order = await desk.get(deskApiRoutes.order(body.orders[0].id)).expect(200)
    expect(order.body.mails).toContainEqual(expect.objectContaining(brought))
  })

  test('revoke for good, once the end of the key was typed', async () => {
    const { shop, desk, id, key } = await openDesk()
    await activate(shop, key).expect(201)
    const tail = key.slice(-4)
    const { body } = await act(desk, id, 'revoke', { confirm: 'XXXX' }).expect(422)
    expect(body).toMatchObject({
      code: 'confirmation_required',
      preview: { keyHint: `…-${tail}`, machines: ['HALL'] },
    })
    await act(desk, id, 'revoke', { confirm: tail.toLowerCase() }).expect(200)
    const { body: final } = await act(desk, id, 'reinstate').expect(409)
    expect(final.code).toBe('licence_final')
    await activate(shop, key).expect(403)
  })

  test('replace a leaked key once a day, and mail the new one to its owner alone', async () => {
    const { shop, desk, id, key } = await openDesk()
    const { body, text } = await act(desk, id, 'replace-key', { reason: 'On a forum' }).expect(200)
    expect(body.licence.keyHint).not.toBe(`…-${key.slice(-4)}`)
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.com'])
    const [, fresh = ''] = /^(PRMT-[\w-]+)$/m.exec(mails[0]?.text ?? '') ?? []
    expect(text).not.toContain(fresh)
    await activate(shop, key).expect(403)
    await activate(shop, fresh).expect(201)
    await act(desk, id, 'replace-key').expect(429)
  })

  test('set seats and the last day of updates, which a later renewal counts from', async () => {
    const { shop, desk, id, key } = await openDesk()
    for (const limit of [0, -1, 1.5, 'x']) await act(desk, id, 'seats', { limit }).expect(422)
    const { body } = await act(desk, id, 'seats', { limit: 5 }).expect(200)
    expect(body.licence.seats).toEqual({ limit: 5, used: 0 })
    await act(desk, id, 'updates-until', { updatesUntil: 'soon' }).expect(422)
    await act(desk, id, 'updates-until', { updatesUntil: '2030-01-31' }).expect(200)
    const renewal = await shop.placeChangeOrder(key, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(renewal.order.id))
    await settle(shop.ctx, renewal.order.id)
    const read = async () => (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    expect(await read()).toMatchObject({ seats: { limit: 5 }, updatesUntil: '2031-01-31T12:59:59.999Z' })

    await act(desk, id, 'seats', { limit: 7 }).expect(200)
    await act(desk, id, 'updates-until', { updatesUntil: '2032-01-31' }).expect(200)
    const another = await shop.placeChangeOrder(key, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(another.order.id))
    await settle(shop.ctx, another.order.id)
    expect(await read()).toMatchObject({ seats: { limit: 7 }, updatesUntil: '2033-01-31T12:59:59.999Z' })
    expect((await read()).orders).toHaveLength(3)
  })

  test('refuse a last day of updates before the licence was issued', async () => {
    const { shop, desk, id } = await openDesk()
    const issuedOn = shop.today()
    const { body } = await act(desk, id, 'updates-until', { updatesUntil: addDays(issuedOn, -1) }).expect(422)
    const detail = `The licence was issued on ${issuedOn}, after that day.`
    expect(body.errors).toMatchObject([{ pointer: '/updatesUntil', detail }])
    await act(desk, id, 'updates-until', { updatesUntil: issuedOn }).expect(200)
  })

  test('happen once of eight on what everybody saw, and say who was quicker', onBoth, async () => {
    const { shop, desk, id } = await openDesk()
    const support = await deskAs(shop, 'support')
    const read = async () => (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    const { revision, keyHint } = await read()
    const eight = Array.from({ length: 8 }, (_, index) => index)
    const replaced = await Promise.all(
      eight.map((index) => act(index % 2 ? desk : support, id, 'replace-key', { revision })),
    )
    expect(replaced.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const changed = await read()
    expect(changed.keyHint).not.toBe(keyHint)
    const { at, who } = changed.changes.at(-1)
    const refused = { code: 'changed_meanwhile', act: 'licence.key_replaced', revision: changed.revision }
    for (const { status, body } of replaced) {
      if (status === 409) expect(body).toMatchObject({ ...refused, at, who })
    }

    const acts = {
      suspend: {},
      reinstate: {},
      revoke: { confirm: keyHint },
      release: { activationId: 'act_1' },
      'replace-key': {},
      seats: { limit: 5 },
      'updates-until': { updatesUntil: '2030-01-31' },
      details: { externalId: 'crm-7' },
      move: { email: 'grace@example.com' },
      enrol: { seats: 1, lastDay: '2030-01-31' },
      'end-enrolment': { enrolmentId: 'enr_1' },
    }
    const revised = licencesApi.flatMap(({ path, operation }) => {
      const [, verb] = /:id\/([\w-]+)$/.exec(path) ?? []
      return verb && operation.errors?.includes('changed_meanwhile') ? [verb] : []
    })
    expect(Object.keys(acts).toSorted()).toEqual(revised.toSorted())
    for (const [name, fields] of Object.entries(acts)) {
      const { body } = await act(desk, id, name, { ...fields, revision })
      expect([name, body.code]).toEqual([name, 'changed_meanwhile'])
    }
    expect(await read()).toEqual(changed)

    const seats = await Promise.all(
      eight.map((limit) => act(desk, id, 'seats', { limit: 10 + limit, revision: changed.revision })),
    )
    expect(seats.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await act(desk, id, 'seats', { limit: 4 }).expect(200)
  })

  test('aren’t refused because a machine came, but because an order changed it', onBoth, async () => {
    const { shop, desk, id, key } = await openDesk()
    const read = async () => (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    const { revision } = await read()
    await activate(shop, key).expect(201)
    await act(desk, id, 'suspend', { revision }).expect(200)
    const { body } = await act(desk, id, 'reinstate').expect(200)
    const renewal = await shop.placeChangeOrder(key, { renew: 1 })
    shop.stripe.pay(shop.stripe.sessionOf(renewal.order.id))
    await settle(shop.ctx, renewal.order.id)
    const late = await act(desk, id, 'updates-until', {
      updatesUntil: '2030-01-31',
      revision: body.licence.revision,
    }).expect(409)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', who: null, act: 'licence.renewal' })
  })

  test('carry the page’s revision in each form, and show there who was quicker', async () => {
    const { shop, desk, id, key } = await openDesk()
    await activate(shop, key).expect(201)
    const { revision } = (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const { text } = await supertest(shop.app).get(deskRoutes.licence(id)).set(headers).expect(200)
    const forms = text.split('<form').filter((form) => form.includes(`action="${deskRoutes.licence(id)}/`))
    expect(forms).toHaveLength(9)
    for (const form of forms) expect(form).toContain(`name="revision" value="${revision}"`)
    await act(await deskAs(shop, 'support'), id, 'suspend').expect(200)
    const press = (form: object) =>
      supertest(shop.app).post(deskRoutes.licenceAct(id, 'seats')).set(headers).type('form').send(form)
    const late = await press({ limit: '5', revision }).expect(409)
    expect(late.text).toContain('robin@example.com was quicker.')
    expect(late.text).toContain('suspended the licence')
    expect(late.text).toContain('value="5"')
    const now = (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    const twice = { limit: '5', revision: now.revision }
    await press(twice).expect(303)
    const second = await press(twice).expect(409)
    expect(second.text).toContain('You changed it meanwhile.')
    expect(second.text).not.toContain('was quicker')
  })

  test('move a licence to another address, with both told', async () => {
    const { shop, desk, id, key } = await openDesk()
    await act(desk, id, 'move', { email: 'ADA@example.com' }).expect(422)
    const wanted = { email: 'Grace@example.com', reason: 'Police report' }
    const { body, text } = await act(desk, id, 'move', wanted).expect(200)
    expect(body.licence).toMatchObject({ email: 'grace@example.com', movedAt: expect.any(String) })
    const mails = await readMails(shop.ctx)
    expect(mails.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'grace@example.com'])
    const [, fresh = ''] =
      /^(PRMT-[\w-]+)$/m.exec(mails.find(({ to }) => to !== 'ada@example.com')?.text ?? '') ?? []
    expect(JSON.stringify([text, mails.find(({ to }) => to === 'ada@example.com')])).not.toContain(fresh)
    await activate(shop, key).expect(403)
    await activate(shop, fresh).expect(201)
    const [before, after] = [key, fresh].map((each) => ({ keyHint: `…-${each.slice(-4)}` }))
    expect(body.licence.changes).toMatchObject([
      { act: 'licence.sold' },
      {
        who: 'alex@example.com',
        act: 'licence.moved',
        before: { email: 'ada@example.com', ...before },
        after: { email: 'grace@example.com', ...after, reason: 'Police report' },
      },
    ])
    const shown = await desk.get(deskApiRoutes.licence(id)).expect(200)
    expect(shown.body.mails).toContainEqual(expect.objectContaining({ kind: 'move_arrived' }))
  })

  test('move a licence with its key, by API and by a ticked box', async () => {
    const { shop, desk, id, key } = await openDesk()
    await act(desk, id, 'move', { email: 'grace@example.com', keepKey: 'true' }).expect(422)
    await act(desk, id, 'move', { email: 'grace@example.com', keepKey: true }).expect(200)
    await activate(shop, key).expect(201)
    const headers = { Cookie: await cookieOf(shop, 'owner'), Origin: shop.ctx.config.siteUrl }
    const { revision } = (await desk.get(deskApiRoutes.licence(id)).expect(200)).body
    const move = (fields: object) =>
      supertest(shop.app).post(deskRoutes.licenceAct(id, 'move')).set(headers).type('form').send(fields)
    await move({ email: 'ada@example.com', keepKey: 'true', revision }).expect(303)
    await activate(shop, key).expect(200)
    const { body } = await desk.get(deskApiRoutes.licence(id)).expect(200)
    await move({ email: 'eve@example.com', revision: body.revision }).expect(303)
    await activate(shop, key).expect(403)
    expect(JSON.stringify(await readMails(shop.ctx))).toContain('The key stays as it was')
  })

  test('give a licence by hand, with a reason, and mail its key', async () => {
    const { shop, desk } = await openDesk()
    const gift = { sku: 'solo', name: 'Press', email: 'press@example.com' }
    await desk.post(deskApiRoutes.licences, gift).expect(422)
    const unknown = { ...gift, sku: 'none', reason: 'Review' }
    expect((await desk.post(deskApiRoutes.licences, unknown).expect(422)).body.code).toBe('sku_unknown')
    const { body } = await desk.post(deskApiRoutes.licences, { ...gift, reason: 'Review' }).expect(201)
    expect(body.licence).toMatchObject({
      sku: 'solo',
      email: 'press@example.com',
      changes: [{ act: 'licence.issued', who: 'alex@example.com', after: { reason: 'Review' } }],
    })
    expect((await readMails(shop.ctx)).map(({ to }) => to)).toEqual(['press@example.com'])
  })
})
