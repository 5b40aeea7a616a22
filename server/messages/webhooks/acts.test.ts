import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { type WebhookType, webhookTypes } from '#shared/orders/webhooks.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { rightsOf } from '../../licences/licensing/rights.ts'
import { followMove } from '../../licences/your-licences/acts/follow-move.ts'
import { startMove } from '../../licences/your-licences/acts/move.ts'
import { release, replaceKey } from '../../licences/your-licences/acts/own-licence.ts'
import { cancelOrder } from '../../shop/orders/close-order.ts'
import { refundOrder } from '../../shop/orders/refund-order.ts'
import { settle } from '../../shop/orders/settle.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { type DeskClient, deskAs, libraryWithStaff, staff } from '../../testing/support/desk.ts'
import { copyContent } from '../../testing/support/fixture-content.ts'
import { readMails, tokenIn } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'

const ada = 'ada@example.com'
const by = { who: 'test' }
const webhooks = [{ url: 'https://hook.example/', events: [...webhookTypes] }]

const ownMachine = 'machine-0001'

/** A paid card order of two licences, one of them on a machine. */
type Scene = {
  shop: TestShop
  desk: DeskClient
  orderId: string
  id: string
  key: string
  activationId: string
}

const twice = (type: WebhookType) => [type, type]

type Act = { tells: WebhookType[]; run(scene: Scene): Promise<unknown> }

const acts: Record<string, Act> = {
  'a payment by card': {
    tells: ['licence.issued', 'licence.issued', 'order.paid'],
    async run({ shop }) {
      const { order } = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
    },
  },
  'a transfer that the desk takes': {
    tells: ['licence.issued', 'licence.issued', 'order.paid'],
    async run({ shop, desk }) {
      const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      await desk.post(deskApiRoutes.payments(body.order.id), { amount: 45_800, date: shop.today() })
    },
  },
  'a transfer that the command line takes': {
    tells: ['licence.issued', 'licence.issued', 'order.paid'],
    async run({ shop }) {
      const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      await admin(shop, 'orders', 'mark-paid', body.order.number)
    },
  },
  'an order that is cancelled, and paid all the same': {
    tells: ['licence.issued', 'licence.issued', 'order.paid'],
    async run({ shop }) {
      const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      await cancelOrder(shop.ctx, body.order, by)
      await admin(shop, 'orders', 'mark-paid', body.order.number)
    },
  },
  'a whole refund': {
    tells: ['licence.revoked', 'licence.revoked', 'order.refunded'],
    run: ({ shop, orderId }) => refund(shop, orderId, {}),
  },
  'a refund of one licence': {
    tells: ['licence.revoked', 'order.refunded'],
    run: ({ shop, orderId, id }) => refund(shop, orderId, { licences: [id] }),
  },
  'a transfer that the desk takes back': {
    tells: [...twice('licence.issued'), ...twice('licence.updated'), 'order.paid', 'order.updated'],
    async run({ shop, desk }) {
      const { body } = await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)
      const { id } = body.order
      await desk.post(deskApiRoutes.payments(id), { amount: 45_800, date: shop.today() })
      const { payments } = (await desk.get(deskApiRoutes.order(id))).body
      await desk.post(`${deskApiRoutes.order(id)}/undo-payment`, { payment: payments[0].id })
    },
  },
  'a lost dispute, whose money the bank gives back': {
    tells: [...twice('licence.revoked'), ...twice('licence.updated'), 'order.refunded', 'order.updated'],
    async run({ shop, orderId }) {
      for (const status of ['lost', 'won'] as const) {
        shop.stripe.dispute(shop.stripe.sessionOf(orderId), status)
        await settle(shop.ctx, orderId)
      }
    },
  },
  'a dispute': {
    tells: [...twice('licence.updated'), 'order.updated'],
    async run({ shop, orderId }) {
      shop.stripe.dispute(shop.stripe.sessionOf(orderId), 'needs_response')
      await settle(shop.ctx, orderId)
    },
  },
  'a renewal': {
    tells: ['licence.updated', 'order.paid'],
    async run({ shop, key }) {
      const { order } = await shop.placeChangeOrder(key, { renew: 1 })
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
    },
  },
  'a renewal that is refunded': {
    tells: ['licence.updated', 'licence.updated', 'order.paid', 'order.refunded'],
    async run({ shop, key }) {
      const { order } = await shop.placeChangeOrder(key, { renew: 1 })
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
      await refund(shop, order.id, {})
    },
  },
  'a licence from the desk': {
    tells: ['licence.issued'],
    run: async ({ desk }) =>
      desk.post(deskApiRoutes.licences, { sku: 'solo', name: 'Ada', email: ada, reason: 'A prize' }),
  },
  'a licence from the command line': {
    tells: ['licence.issued'],
    run({ shop }) {
      const person = ['--name', 'Ada', '--email', ada, '--reason', 'A prize']
      return admin(shop, 'licences', 'issue', '--sku', 'solo', ...person)
    },
  },
  'a suspension at the desk': {
    tells: ['licence.updated'],
    run: async ({ desk, id }) => desk.post(`${deskApiRoutes.licence(id)}/suspend`),
  },
  'a suspension and its end by command line': {
    tells: ['licence.updated', 'licence.updated'],
    async run({ shop, id }) {
      await admin(shop, 'licences', 'suspend', id)
      await admin(shop, 'licences', 'reinstate', id)
    },
  },
  'a revocation at the desk': {
    tells: ['licence.revoked'],
    run: async ({ desk, id, key }) =>
      desk.post(`${deskApiRoutes.licence(id)}/revoke`, { confirm: key.slice(-4) }),
  },
  'seats and updates that the desk grants': {
    tells: ['licence.updated', 'licence.updated'],
    async run({ desk, id }) {
      await desk.post(`${deskApiRoutes.licence(id)}/seats`, { limit: 7 })
      await desk.post(`${deskApiRoutes.licence(id)}/updates-until`, { updatesUntil: '2030-01-01' })
    },
  },
  'what the desk lets it unlock, and calls it': {
    tells: ['licence.updated', 'licence.updated'],
    async run({ desk, id }) {
      await desk.post(`${deskApiRoutes.licence(id)}/details`, { entitlements: ['ndi', 'captions'] })
      await desk.post(`${deskApiRoutes.licence(id)}/details`, { externalId: 'crm-17', metadata: { a: 'b' } })
      await desk.post(`${deskApiRoutes.licence(id)}/details`, { metadata: { a: 'c' } })
    },
  },
  'a key that the desk replaces': {
    tells: ['licence.updated'],
    run: async ({ desk, id }) => desk.post(`${deskApiRoutes.licence(id)}/replace-key`),
  },
  'a move by the desk': {
    tells: ['licence.updated'],
    run: async ({ desk, id }) => desk.post(`${deskApiRoutes.licence(id)}/move`, { email: 'eve@example.com' }),
  },
  'another address of the buyer': {
    tells: [...twice('licence.updated'), 'order.updated'],
    run: async ({ desk, orderId }) =>
      desk.post(`${deskApiRoutes.order(orderId)}/buyer`, { name: 'Ada', email: 'eve@example.com' }),
  },
  'a key that its owner replaces': {
    tells: ['licence.updated'],
    run: ({ shop, id }) => replaceKey(shop.ctx, ada, id),
  },
  'a move by its owner, which is undone': {
    tells: ['licence.updated', 'licence.updated'],
    async run({ shop, id }) {
      await startMove(shop.ctx, ada, id, { email: 'eve@example.com', all: false, keepKey: false })
      // The new address accepts; the old one confirms and then undoes the move.
      for (const to of ['eve@example.com', ada, ada]) {
        const mail = (await readMails(shop.ctx)).findLast((each) => each.to === to)
        if (mail) await followMove(shop.ctx, tokenIn(mail))
      }
    },
  },
  'a machine': {
    tells: ['activation.created'],
    run: async ({ shop, key }) =>
      supertest(shop.app)
        .post(apiRoutes.activation)
        .send({ licenceKey: key, machine: { id: 'machine-1234' } }),
  },
  'a machine that gives its seat back': {
    tells: ['activation.released'],
    run: async ({ shop, key }) =>
      supertest(shop.app).post(apiRoutes.deactivation).send({ licenceKey: key, machineId: ownMachine }),
  },
  'a machine that the desk releases': {
    tells: ['activation.released'],
    run: async ({ desk, id, activationId }) =>
      desk.post(`${deskApiRoutes.licence(id)}/release`, { activationId }),
  },
  'a machine that its owner releases': {
    tells: ['activation.released'],
    run: ({ shop, id, activationId }) => release(shop.ctx, ada, id, activationId),
  },
  'a trial': {
    tells: ['trial.started'],
    run: async ({ shop }) =>
      supertest(shop.app)
        .post(apiRoutes.trial)
        .send({ machine: { id: 'machine-1234' } }),
  },
}

test('each type of message has an act that tells it', () => {
  const told = new Set(Object.values(acts).flatMap(({ tells }) => tells))
  expect([...told].toSorted()).toEqual(webhookTypes.toSorted())
})

describeOnEitherEngine('programs are told', (databases) => {
  const openShop = useShops(databases)

  async function open(): Promise<Scene> {
    const shop = await openShop({ library: await libraryWithStaff({ staff, webhooks }) })
    const placed = await shop.placeCardOrder()
    const orderId = placed.order.id
    shop.stripe.pay(shop.stripe.sessionOf(orderId))
    await settle(shop.ctx, orderId)
    await readMails(shop.ctx)
    const { body } = await shop.orderOf(placed).expect(200)
    const { key } = body.lines[0].licences[0]
    const { id } = await shop.ctx.database.db
      .selectFrom('licences')
      .select('id')
      .where('key_hint', 'like', `%${key.slice(-4)}`)
      .executeTakeFirstOrThrow()
    const activated = await supertest(shop.app)
      .post(apiRoutes.activation)
      .send({ licenceKey: key, machine: { id: ownMachine } })
    const activationId = activated.body.activation.id
    return { shop, desk: await deskAs(shop, 'owner'), orderId, id, key, activationId }
  }

  test.each(Object.entries(acts))('of %s, or it doesn’t happen', async (_title, { tells, run }) => {
    const scene = await open()
    const { db } = scene.shop.ctx.database
    await db.deleteFrom('webhook_deliveries').execute()

    // The act must fail as a whole if its webhook can't be enqueued.
    const before = await stateOf(scene)
    await db.schema.alterTable('webhook_deliveries').renameTo('out_of_reach').execute()
    await run(scene).catch(() => {})
    expect(await stateOf(scene)).toEqual(before)

    await db.schema.alterTable('out_of_reach').renameTo('webhook_deliveries').execute()
    await readMails(scene.shop.ctx)
    await run(scene)
    const told = await db.selectFrom('webhook_deliveries').select(['type', 'payload']).execute()
    expect(told.map(({ type }) => type).toSorted()).toEqual(tells)
    expect(told.map(({ payload }) => payload).join()).not.toMatch(/PRMT-\w{4}-\w{4}/)
    const messages = told.map(({ payload }) => JSON.parse(payload).data)
    for (const licence of await db.selectFrom('licences').selectAll().execute()) {
      const own = messages.filter((data) => data.id === licence.id)
      const { key_hint: keyHint, email, status, external_id: externalId } = licence
      const { entitlements } = rightsOf(licence, scene.shop.ctx.library.typed.pricing)
      const now = { keyHint, email, status, externalId, entitlements }
      if (own.length > 0) expect(own).toContainEqual(expect.objectContaining(now))
    }
  })

  test('of a request that changes nothing, nothing', async () => {
    const { shop, desk, id } = await open()
    const { db } = shop.ctx.database
    await db.deleteFrom('webhook_deliveries').execute()
    await desk.post(`${deskApiRoutes.licence(id)}/reinstate`)
    await settle(shop.ctx, (await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id)
    expect(await db.selectFrom('webhook_deliveries').select('type').execute()).toEqual([])
  })
})

/** The published state. */
async function stateOf({ shop }: Scene): Promise<object> {
  const { db } = shop.ctx.database
  return {
    orders: await db
      .selectFrom('orders')
      .select(['id', 'status', 'refunded'])
      .where('paid_at', 'is not', null)
      .orderBy('id')
      .execute(),
    licences: await db
      .selectFrom('licences')
      .select(['id', 'sku', 'status', 'email', 'seat_limit', 'updates_until', 'key_hint'])
      .select(['entitlements', 'external_id'])
      .orderBy('id')
      .execute(),
    machines: await db.selectFrom('activations').select(['id', 'released_at']).orderBy('id').execute(),
    trials: await db.selectFrom('trials').selectAll().execute(),
    moves: await db
      .selectFrom('licence_moves')
      .select(['id', 'undone_at'])
      .where('confirmed_at', 'is not', null)
      .execute(),
  }
}

async function refund({ ctx }: TestShop, orderId: string, wanted: { licences?: string[] }): Promise<void> {
  // If an earlier try reached the provider, settling completes it.
  const order = await settle(ctx, orderId)
  if (order?.refunded === 0) await refundOrder(ctx, order, wanted, by)
}

const contentDir = copyContent()
const siteFile = join(contentDir, 'site.yml')
writeFileSync(siteFile, `${readFileSync(siteFile, 'utf8')}\nwebhooks: ${JSON.stringify(webhooks)}\n`)

/** The command line reads the content itself. */
function admin({ environment, stripe }: TestShop, ...args: string[]) {
  const variables = { ...environment, CONTENT_DIR: contentDir, STRIPE_API_URL: stripe.url }
  return runAdmin(variables, ...args)
}
