import supertest from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { deskAs, libraryWithStaff, staff } from '../../testing/support/desk.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { newKey, openShop, type TestShop } from '../../testing/support/shop.ts'
import { move, setStatus } from './acts.ts'
import { endEnrolments, makeEnrolment, shownToken, viewOwnEnrolment } from './enrolments.ts'
import { machinesOn } from './seats.ts'

const by = { who: 'test' }

describeOnEitherEngine('a token in a key’s place', (databases) => {
  const closing: (() => Promise<unknown>)[] = []
  const time = { now: new Date() }
  let shop: TestShop

  beforeEach(async () => {
    time.now = new Date('2027-03-02T02:00:00Z')
    const library = await libraryWithStaff({ staff })
    const { environment } = await databases.create()
    const limited = { ...environment, RATE_LIMIT_FACTOR: '1' }
    shop = await openShop(limited, closing, { library, clock: () => time.now })
    return async () => {
      for (const close of closing.splice(0).reverse()) await close()
    }
  })

  const post = (path: string, body: object) => supertest(shop.app).post(path).send(body)
  const activate = (licenceKey: string, id: string) =>
    post(apiRoutes.activation, { licenceKey, machine: { id } })

  async function enrol(seats: number, seat_limit = seats) {
    const licence = await seedLicence(shop.ctx, { seat_limit })
    const { database, keyring, library } = shop.ctx
    const made = await database.db.transaction().execute(async (trx) => {
      const secrets = await keyring.holdSecrets(trx)
      const making = { secrets, site: library.typed.site, ...by, ...momentOf(shop.ctx) }
      const row = await makeEnrolment(trx, licence, { seats, lastDay: '2027-06-30' }, making)
      return { ...row, token: String(viewOwnEnrolment({ ...row, used: 0 }, secrets).token) }
    })
    return { licence, token: made.token, enrolmentId: made.id }
  }

  const end = (licenceId: string) =>
    shop.ctx.database.db.transaction().execute((trx) => endEnrolments(trx, licenceId, { now: time.now }))

  test('puts thirty machines of one address on at once, after other keys were refused', onBoth, async () => {
    const { licence, token } = await enrol(30, 40)
    for (let guess = 0; guess < 10; guess++) {
      const random = new Uint8Array(keyRandomness).fill(guess)
      await activate(createLicenceKey('PRMT', random), 'machine-x').expect(404)
    }
    await activate(licence.key, 'machine-x').expect(429)
    const names = Array.from({ length: 30 }, (_, index) => `machine-${index}`)
    const answers = await Promise.all(names.map((id) => activate(token.toLowerCase(), id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201))
    for (const { body } of answers) expect(body).toMatchObject({ licenceKey: token, created: true })
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(licence.key)
    const again = await Promise.all(
      names.map((machineId) => post(apiRoutes.validation, { licenceKey: token, machineId })),
    )
    expect(again.map(({ body }) => body.code)).toEqual(Array(30).fill('valid'))
    const { body } = await activate(token, 'machine-30').expect(409)
    expect([body.code, body.activations]).toEqual(['enrolment_full', undefined])
    expect(await machinesOn(shop.ctx.database.db, licence.id)).toHaveLength(30)
  })

  test('takes no more seats than it has, however many come at once, and some back', onBoth, async () => {
    const { licence, token } = await enrol(3, 10)
    const names = Array.from({ length: 12 }, (_, index) => `machine-${index}`)
    const answers = await Promise.all(names.map((id) => activate(token, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(201),
      ...Array(9).fill(409),
    ])
    const [own, other] = await machinesOn(shop.ctx.database.db, licence.id)
    const asked = { licenceKey: token, activationId: own?.id }
    await post(apiRoutes.deactivation, asked).expect(404)
    const released = { licenceKey: token, machineId: own?.machine_id }
    expect((await post(apiRoutes.deactivation, released)).body).toMatchObject({ released: true })
    await activate(token, 'machine-new').expect(201)
    await activate(token, String(other?.machine_id)).expect(200)
    const full = await enrol(5, 1)
    await activate(full.token, 'machine-1').expect(201)
    const { body } = await activate(full.token, 'machine-2').expect(409)
    expect([body.code, body.activations]).toEqual(['seat_limit_reached', []])
  })

  test('carries the seats that it took to new ids, also once it ended, and no others', async () => {
    const { licence, token } = await enrol(1, 3)
    const carry = (licenceKey: string, id: string, previousId: string) =>
      post(apiRoutes.activation, { licenceKey, machine: { id, previousId } })
    await activate(licence.key, 'machine-key').expect(201)
    await activate(token, 'machine-own').expect(201)
    await end(licence.id)
    expect((await carry(token, 'machine-new', 'machine-key').expect(403)).body.code).toBe('enrolment_ended')
    await carry(token, 'machine-new', 'machine-own').expect(200)
    const on = (await machinesOn(shop.ctx.database.db, licence.id)).map(({ machine_id }) => machine_id)
    expect(on.toSorted()).toEqual(['machine-key', 'machine-new'])
  })

  test('turns a machine on by the page’s form', async () => {
    const { licence, token } = await enrol(1)
    const page = await supertest(shop.app)
      .post(routes.activation)
      .type('form')
      .send({ licenceKey: token, machineId: 'machine-1' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('This machine is on.')
    expect(await machinesOn(shop.ctx.database.db, licence.id)).toHaveLength(1)
    const full = await supertest(shop.app)
      .post(routes.activation)
      .type('form')
      .send({ licenceKey: token, machineId: 'machine-2' })
    expect(full.text).toContain('Every machine of this token is on.')
  })

  test('opens nothing else', async () => {
    const { token } = await enrol(3)
    await activate(token, 'machine-1').expect(201)
    await post(apiRoutes.licenceLookUp, { licenceKey: token }).expect(404)
    await post(apiRoutes.licenceQuote, { licenceKey: token }).expect(404)
    const feed = await supertest(shop.app).get(updateRoutes.windows).set('Authorization', `Bearer ${token}`)
    expect(feed.text).toContain('licence_not_found')
    const rows = await shop.ctx.database.db.selectFrom('enrolments').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('ends by its last day, by hand and with a move, and its machines stay on', async () => {
    for (const ended of ['day', 'hand', 'move'] as const) {
      const { licence, token } = await enrol(3)
      await activate(token, 'machine-1').expect(201)
      if (ended === 'day') time.now = new Date('2027-06-30T14:00:00Z')
      if (ended === 'hand') await end(licence.id)
      if (ended === 'move') await move(shop.ctx, licence.id, { email: 'eve@example.com', keepKey: true }, by)
      const { body } = await activate(token, 'machine-2').expect(403)
      expect([ended, body.code]).toEqual([ended, 'enrolment_ended'])
      await activate(token, 'machine-1').expect(200)
      const { body: verdict } = await post(apiRoutes.validation, {
        licenceKey: token,
        machineId: 'machine-1',
      })
      expect(verdict.code).toBe('valid')
      time.now = new Date('2027-03-02T02:00:00Z')
    }
    const { licence, token } = await enrol(3)
    await setStatus(shop.ctx, licence.id, 'suspended', by)
    expect((await activate(token, 'machine-1').expect(403)).body.code).toBe('licence_suspended')
  })

  test('is made and ended at the desk, once, and its history says who did', async () => {
    const { id } = await seedLicence(shop.ctx, { seat_limit: 5 })
    const desk = await deskAs(shop, 'owner')
    const path = `${deskApiRoutes.licence(id)}/enrol`
    const key = newKey()
    const wanted = { seats: 2, lastDay: '2027-06-30', reason: 'A school' }
    const [first, repeated] = [
      await desk.post(path, wanted).set('Idempotency-Key', key),
      await desk.post(path, wanted).set('Idempotency-Key', key),
    ]
    expect(first.status).toBe(201)
    expect(repeated.body.token).toBe(first.body.token)
    expect(first.body.token).toMatch(/^TEAM(-[0-9A-Z]{4}){6}$/)
    await activate(first.body.token, 'machine-1').expect(201)
    const { body } = await desk.get(deskApiRoutes.licence(id))
    expect(body.enrolments).toMatchObject([{ seats: { limit: 2, used: 1 }, lastDay: '2027-06-30' }])
    expect(JSON.stringify(body)).not.toContain(first.body.token)
    const [{ id: enrolmentId }] = body.enrolments
    const ending = `${deskApiRoutes.licence(id)}/end-enrolment`
    const ended = await desk.post(ending, { enrolmentId })
    expect([ended.status, ended.body.licence.enrolments]).toEqual([200, []])
    expect((await desk.post(ending, { enrolmentId })).body.code).toBe('enrolment_not_found')
    expect((await desk.post(path, { ...wanted, lastDay: '2027-03-01' })).status).toBe(422)
    expect(ended.body.licence.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: 'licence.enrolment_made', who: 'alex@example.com' }),
        expect.objectContaining({ act: 'licence.enrolment_ended', who: 'alex@example.com' }),
      ]),
    )
  })

  test('stays when the data secret is replaced, and is shown no more then', async () => {
    const { token, enrolmentId } = await enrol(3)
    const { database, keyring } = shop.ctx
    const row = await database.db
      .selectFrom('enrolments')
      .selectAll()
      .where('id', '=', enrolmentId)
      .executeTakeFirstOrThrow()
    expect(shownToken(row, await keyring.secrets(database.db))).toBe(token)
    await keyring.replaceSecrets(database.db, async () => {})
    expect(shownToken(row, await keyring.secrets(database.db))).toBe(null)
    await activate(token, 'machine-1').expect(201)
  })
})
