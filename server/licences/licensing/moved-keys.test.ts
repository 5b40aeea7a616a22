import supertest from 'supertest'
import { expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { settle } from '../../shop/orders/settle.ts'
import { signIn } from '../../testing/support/customer.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { type ReadMail, readMails, tokenIn } from '../../testing/support/mailbox.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { api } from '../../web/openapi/document.ts'
import { followMove } from '../your-licences/acts/follow-move.ts'
import { startMove } from '../your-licences/acts/move.ts'
import { move } from './acts.ts'

const [ada, grace, eve] = ['ada@example.com', 'grace@example.com', 'eve@example.com']
const victim = 'victim@example.com'
const machine = { id: 'machine-1234', name: 'HALL' }

describeOnEitherEngine('the key of a licence that moves to another address', (databases) => {
  const openShop = useShops(databases)

  async function setup() {
    const clock = { now: Date.parse('2026-11-22T02:00:00Z') }
    const shop = await openShop({ clock: () => new Date(clock.now) })
    const { order } = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(order.id))
    await settle(shop.ctx, order.id)
    await readMails(shop.ctx)
    const customer = await signIn(shop, ada)
    const { id, key } = (await customer.get(apiRoutes.licencesMine).expect(200)).body.licences[0]
    await activate(shop, key).expect(201)
    return { shop, clock, order, id: String(id), key: String(key) }
  }

  type Scene = Awaited<ReturnType<typeof setup>>

  /** @returns the mails that tell both */
  async function moveByMail({ shop, clock, id }: Scene, from: string, to: string, keepKey = false) {
    const customer = await signIn(shop, from)
    const path = `${apiRoutes.licencesMine}/licences/${id}/move`
    await customer.post(path, { email: to, keepKey }).expect(202)
    for (const step of ['accept', 'confirm']) {
      clock.now += 1000
      await follow(shop, linkOf(await readMails(shop.ctx), step)).expect(200)
    }
    return readMails(shop.ctx)
  }

  async function stored({ shop, id }: Scene) {
    const { db } = shop.ctx.database
    const licence = await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const dead = await db.selectFrom('replaced_keys').selectAll().where('licence_id', '=', id).execute()
    const trail = await db.selectFrom('audit_entries').selectAll().where('subject', '=', id).execute()
    return { licence, dead, trail }
  }

  test('is new, and the one that its giver knows is refused by name everywhere', async () => {
    const scene = await setup()
    const { shop, order, key } = scene
    const told = await moveByMail(scene, ada, grace)
    const fresh = keyIn(told, grace)
    expect(fresh).not.toBe(key)
    expect(told.find(({ to }) => to === ada)?.text).not.toContain(fresh)

    const { activation, deactivation, licenceLookUp } = apiRoutes
    for (const path of [activation, deactivation, licenceLookUp]) {
      const refused = await post(shop, path, { licenceKey: key, machine, machineId: machine.id })
      expect([refused.status, refused.body.code]).toEqual([403, 'licence_key_replaced'])
      expect(api[path]?.post?.errors).toContain(refused.body.code)
    }
    expect(await verdictOf(shop, key)).toEqual({ valid: false, code: 'licence_key_replaced' })
    expect(await verdictOf(shop, fresh)).toEqual({ valid: true, code: 'valid' })
    expect((await activate(shop, fresh).expect(200)).body).toMatchObject({ created: false })

    const adas = await signIn(shop, ada)
    const { body: sold } = await adas.get(apiRoutes.order(order.id)).expect(200)
    expect(JSON.stringify(sold)).not.toContain(fresh)
    const { licence, dead, trail } = await stored(scene)
    expect(dead).toMatchObject([{ updates_until: licence.updates_until, replaced_at: licence.moved_at }])
    const hints = { before: `…-${key.slice(-4)}`, after: `…-${fresh.slice(-4)}` }
    const moved = trail.find(({ act }) => act === 'licence.moved')
    expect(JSON.parse(moved?.before ?? '')).toEqual({ email: ada, keyHint: hints.before })
    expect(JSON.parse(moved?.after ?? '')).toMatchObject({ email: grace, keyHint: hints.after })
    const mails = await shop.ctx.database.db.selectFrom('mails').select('params').execute()
    for (const secret of [key, fresh]) expect(JSON.stringify([trail, mails])).not.toContain(secret)
  })

  test('stays if both agree, until the move is taken back', async () => {
    const scene = await setup()
    const { shop, key } = scene
    const told = await moveByMail(scene, ada, grace, true)
    expect(keysIn(told)).toEqual([])
    expect(await verdictOf(shop, key)).toEqual({ valid: true, code: 'valid' })
    expect((await stored(scene)).dead).toEqual([])
    const started = (await stored(scene)).trail.find(({ act }) => act === 'licence.move_started')
    expect(JSON.parse(started?.after ?? '')).toEqual({ to: grace, keepKey: true })

    await follow(shop, linkOf(told, 'undo')).expect(200)
    const back = await readMails(shop.ctx)
    expect(await verdictOf(shop, key)).toEqual({ valid: false, code: 'licence_key_replaced' })
    expect(await verdictOf(shop, keyIn(back, ada))).toEqual({ valid: true, code: 'valid' })
    expect(keysIn(back.filter(({ to }) => to === grace))).toEqual([])
  })

  test('is a third one once the move is taken back', async () => {
    const scene = await setup()
    const { shop, key } = scene
    const told = await moveByMail(scene, ada, grace)
    await follow(shop, linkOf(told, 'undo')).expect(200)
    const back = await readMails(shop.ctx)
    const [second, third] = [keyIn(told, grace), keyIn(back, ada)]
    expect(new Set([key, second, third]).size).toBe(3)
    expect(keysIn(back.filter(({ to }) => to !== ada))).toEqual([])
    for (const dead of [key, second]) {
      expect((await activate(shop, dead).expect(403)).body.code).toBe('licence_key_replaced')
    }
    expect((await activate(shop, third).expect(200)).body).toMatchObject({ created: false })
  })

  test('works for one owner alone, though moves, undo and support’s move come at once', onBoth, async () => {
    const scene = await setup()
    const { shop, clock } = scene
    const other = await shop.another()
    const scenes: Scene[] = []
    for (let index = 0; index < 4; index++) {
      scenes.push({ ...scene, ...(await seedLicence(shop.ctx, { email: ada })) })
    }
    const told: ReadMail[] = []
    const links: { undo: string; confirm: string }[] = []
    for (const each of scenes) {
      const mails = await moveByMail(each, ada, grace)
      const wanted = { email: eve, all: false, keepKey: false }
      await startMove(shop.ctx, grace, each.id, wanted)
      await followMove(shop.ctx, linkOf(await readMails(shop.ctx), 'accept'))
      const confirm = linkOf(await readMails(shop.ctx), 'confirm')
      links.push({ undo: linkOf(mails, 'undo'), confirm })
      told.push(...mails)
    }

    clock.now += 1000
    await Promise.all(
      [shop, other].flatMap(({ ctx }) =>
        links.flatMap(({ undo, confirm }, index) => [
          followMove(ctx, undo),
          followMove(ctx, confirm),
          // Support's second try is refused, because the licence is there already.
          move(ctx, String(scenes[index]?.id), { email: victim, keepKey: false }, { who: 'support' }).catch(
            ({ status }) => expect(status).toBe(422),
          ),
        ]),
      ),
    )
    const mails = [...told, ...(await readMails(shop.ctx))]
    for (const mail of mails.filter(({ text }) => text.includes('step=undo'))) {
      expect(await followMove(shop.ctx, tokenIn(mail))).toBeNull()
    }
    for (const each of scenes) {
      const { licence, dead, trail } = await stored(each)
      expect(licence.email).toBe(victim)
      const given = trail.filter(({ act }) => ['licence.moved', 'licence.move_undone'].includes(act))
      expect(dead).toHaveLength(given.length)
    }
    const keys = [...new Set([...scenes.map(({ key }) => key), ...keysIn(mails)])]
    const looked = await Promise.all(
      keys.map((licenceKey) => post(shop, apiRoutes.licenceLookUp, { licenceKey })),
    )
    const working = keys.filter((_, index) => looked[index]?.status === 200)
    expect(working).toHaveLength(scenes.length)
    expect(keysIn(mails.filter(({ to }) => to === victim)).sort()).toEqual(working.sort())
    const ofOthers = keysIn(mails.filter(({ to }) => to !== victim))
    expect(ofOthers.filter((each) => working.includes(each))).toEqual([])
  })
})

function post({ app }: Pick<TestShop, 'app'>, path: string, body: object) {
  return supertest(app).post(path).send(body)
}

function activate(site: TestShop, licenceKey: string) {
  return post(site, apiRoutes.activation, { licenceKey, machine })
}

async function verdictOf(site: TestShop, licenceKey: string) {
  const { body } = await post(site, apiRoutes.validation, { licenceKey, machineId: machine.id }).expect(200)
  return { valid: body.valid, code: body.code }
}

function follow({ app }: Pick<TestShop, 'app'>, token: string) {
  return supertest(app).post(routes.licencesMove).type('form').send({ token })
}

function linkOf(mails: ReadMail[], step: string): string {
  const mail = mails.find(({ text }) => text.includes(`step=${step}`))
  if (!mail) throw new Error(`no mail to ${step}`)
  return tokenIn(mail)
}

function keysIn(mails: ReadMail[]): string[] {
  return mails.flatMap(({ text }) => text.match(/^PRMT-[\w-]+$/gm) ?? [])
}

function keyIn(mails: ReadMail[], to: string): string {
  const [key = ''] = keysIn(mails.filter((mail) => mail.to === to))
  return key
}
