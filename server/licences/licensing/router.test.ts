import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDate } from '#shared/calendar/calendar.ts'
import { problemSchema } from '#shared/http/problem.ts'
import {
  activationAnswerSchema,
  deactivationAnswerSchema,
  lookUpAnswerSchema,
  validationAnswerSchema,
} from '#shared/licensing/answers.ts'
import { createLicenceKey, hintOfLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

const unknownKey = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
const machine = { id: 'F00D-4242-0001', name: 'Studio iMac', os: 'macos' }
let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ DATA_DIR: 'test-results/data-licensing' })
})
afterAll(() => site.ctx.close())

const post = (path: string, body: object) => request(site.app).post(path).send(body)
const activate = (body: object) => post(apiRoutes.activation, body)

/** A licence that has used up its machines. */
async function moveOften() {
  const licence = await seedLicence(site.ctx, { seat_limit: 1 })
  for (let index = 0; index < 6; index++) {
    const machineId = `machine-${index}`
    await activate({ licenceKey: licence.key, machine: { id: machineId } }).expect(201)
    await post(apiRoutes.deactivation, { licenceKey: licence.key, machineId }).expect(200)
  }
  return licence
}

describe('activation', () => {
  test('takes a seat once: 201, then 200 with the same activation', async () => {
    const { key } = await seedLicence(site.ctx)
    const first = await activate({ licenceKey: key, machine, appVersion: '2.3.0', nonce: 'n1' })
    expect([first.status, first.headers['cache-control']]).toEqual([201, 'no-store'])
    const answer = activationAnswerSchema.strict().parse(first.body)
    expect(answer).toMatchObject({
      created: true,
      activation: { machineId: machine.id, machineName: 'Studio iMac' },
      licence: {
        plan: 'Studio',
        status: 'active',
        seats: { limit: 3, used: 1, remaining: 2 },
        licensedTo: { name: 'Ada' },
      },
    })
    const again = await activate({ licenseKey: ` ${key.toLowerCase()} `, machine, whatever: true })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ licenceKey: key, created: false, activation: answer.activation })
  })

  test('takes null for what a program leaves out, in every request', async () => {
    const { key } = await seedLicence(site.ctx)
    const none = { appVersion: null, nonce: null, signingKeys: null }
    const asked = { licenceKey: key, machineId: machine.id, activationId: null, ...none }
    const seat = { licenceKey: key, machine: { ...machine, os: null, previousId: null }, ...none }
    await activate({ ...seat, licenceKey: null, licenseKey: key }).expect(201)
    await post(apiRoutes.offlineActivation, seat).expect(200)
    expect((await post(apiRoutes.validation, asked).expect(200)).body.valid).toBe(true)
    const change = { renew: 1, to: null, extraSeats: null }
    await post(apiRoutes.licenceQuote, { licenceKey: key, licence: null, change, code: null }).expect(200)
    await post(apiRoutes.licenceQuote, { licence: { key, token: null }, change: null }).expect(200)
    await post(apiRoutes.deactivation, asked).expect(200)
    const trial = { plan: 'trial', licenceKey: null, machine, ...none }
    await post(apiRoutes.offlineActivation, trial).expect(200)
    await post(apiRoutes.trial, trial).expect(200)
    const nobody = await post(apiRoutes.deactivation, { ...asked, machineId: null }).expect(422)
    expect(nobody.body.errors).toMatchObject([{ pointer: '/machineId' }])
  })

  test('refuses in the words of the contract', async () => {
    const { key } = await seedLicence(site.ctx)
    const suspended = await seedLicence(site.ctx, { status: 'suspended' })
    const revoked = await seedLicence(site.ctx, { status: 'revoked' })
    const lapsed = await seedLicence(site.ctx, { updates_until: '2026-10-01T00:00:00.000Z' })
    const cases: [body: object, status: number, code: string][] = [
      [
        { licenceKey: key.replace(/.$/, (last) => (last === '2' ? '3' : '2')), machine },
        422,
        'licence_key_malformed',
      ],
      [{ licenceKey: unknownKey, machine }, 404, 'licence_not_found'],
      [{ licenceKey: suspended.key, machine }, 403, 'licence_suspended'],
      [{ licenceKey: revoked.key, machine }, 403, 'licence_revoked'],
      [{ licenceKey: lapsed.key, machine, appVersion: '2.3.0' }, 403, 'version_not_covered'],
      [{ licenceKey: key }, 422, 'validation_failed'],
      [{ licenceKey: key, machine: { id: 'short' } }, 422, 'validation_failed'],
      [{ licenceKey: key, machine: { id: `${'x'.repeat(128)}y` } }, 422, 'validation_failed'],
      [{ licenceKey: key, machine: { id: 'with space' } }, 422, 'validation_failed'],
      [{ licenceKey: 7, machine }, 422, 'validation_failed'],
      [{ machine }, 422, 'validation_failed'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await activate(body)
      expect([answer.status, answer.type, answer.body.code]).toEqual([
        status,
        'application/problem+json',
        code,
      ])
      expect(problemSchema.safeParse(answer.body).success).toBe(true)
    }
    const { body } = await activate({ licenceKey: key, machine: { id: 'short' } })
    expect(body.errors).toMatchObject([{ pointer: '/machine/id' }])
    const covered = await activate({ licenceKey: lapsed.key, machine, appVersion: '2.2.1' })
    expect(covered.status).toBe(201)
  })

  test('names the machines that hold the seats', async () => {
    const { key } = await seedLicence(site.ctx, { seat_limit: 1 })
    const { body } = await activate({ licenceKey: key, machine: { id: 'machine-0001' } })
    const full = await activate({ licenceKey: key, machine })
    expect([full.status, full.body.code]).toEqual([409, 'seat_limit_reached'])
    const { id, activatedAt } = body.activation
    expect(full.body.activations).toEqual([{ id, machineName: 'machine-0001', activatedAt }])

    const free = await post(apiRoutes.deactivation, { licenceKey: key, activationId: id })
    expect(deactivationAnswerSchema.strict().parse(free.body)).toEqual({
      licenceKey: key,
      released: true,
      seats: { limit: 1, used: 0, remaining: 1 },
    })
    const twice = await post(apiRoutes.deactivation, { licenceKey: key, machineId: 'machine-0001' })
    expect([twice.status, twice.body.released]).toEqual([200, false])
    expect((await activate({ licenceKey: key, machine })).status).toBe(201)
    expect((await post(apiRoutes.deactivation, { licenceKey: key })).body.errors).toMatchObject([
      { pointer: '/machineId' },
    ])
  })

  test('names the day on which a licence that moves often may come to another machine', async () => {
    const { key, id } = await moveOften()
    const refused = await activate({ licenceKey: key, machine })
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_moves'])
    expect(refused.body.until).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(refused.body.detail).toContain(`from ${formatDate(refused.body.until)}.`)
    expect(problemSchema.safeParse(refused.body).success).toBe(true)
    const byFile = await post(apiRoutes.offlineActivation, { licenceKey: key, machine })
    expect([byFile.status, byFile.body.until]).toEqual([409, refused.body.until])
    expect((await activate({ licenceKey: key, machine: { id: 'machine-3' } })).status).toBe(201)
    await site.ctx.database.db
      .updateTable('licences')
      .set({ status: 'suspended' })
      .where('id', '=', id)
      .execute()
    expect((await activate({ licenceKey: key, machine })).body.code).toBe('licence_suspended')
  })

  test('answers other methods, types and sizes as the API does', async () => {
    const text = await request(site.app).post(apiRoutes.activation).type('text/plain').send('{}')
    expect([text.status, text.body.code]).toEqual([415, 'unsupported_media_type'])
    const form = await request(site.app).post(apiRoutes.deactivation).type('form').send({ machineId: 'x' })
    expect(form.status).toBe(415)
    const get = await request(site.app).get(apiRoutes.activation)
    expect([get.status, get.headers.allow]).toEqual([405, 'POST'])
    const large = await activate({ licenceKey: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    const broken = await request(site.app).post(apiRoutes.activation).type('json').send('{')
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json'])
    expect((await request(site.app).post(`${apiRoutes.activation}/nothing`).send({})).status).toBe(404)
  })
})

test('a verdict says why, for every licence and machine', async () => {
  const { key, id } = await seedLicence(site.ctx)
  const validate = async (change: object = {}) => {
    const answer = await post(apiRoutes.validation, { licenceKey: key, machineId: machine.id, ...change })
    expect(answer.status).toBe(200)
    const { valid, code, key: asked } = validationAnswerSchema.strict().parse(answer.body)
    expect(asked.hint).toBe(hintOfLicenceKey(Object(change).licenceKey ?? key))
    return [valid, code]
  }
  expect(await validate()).toEqual([false, 'machine_not_activated'])
  await activate({ licenceKey: key, machine })
  expect(await validate()).toEqual([true, 'valid'])
  expect(await validate({ appVersion: '2.3.0' })).toEqual([true, 'valid'])
  await change({ updates_until: '2026-01-01T00:00:00.000Z' })
  expect(await validate({ appVersion: '2.3.0' })).toEqual([false, 'version_not_covered'])
  expect(await validate({ licenceKey: unknownKey })).toEqual([false, 'licence_not_found'])
  await change({ status: 'suspended' })
  expect(await validate()).toEqual([false, 'licence_suspended'])
  await change({ status: 'revoked' })
  expect(await validate()).toEqual([false, 'licence_revoked'])
  expect(await validate({ machineId: 'another-machine' })).toEqual([false, 'licence_revoked'])
  const malformed = await post(apiRoutes.validation, { licenceKey: 'PRMT', machineId: machine.id })
  expect([malformed.status, malformed.body.code]).toEqual([422, 'licence_key_malformed'])

  function change(set: object) {
    return site.ctx.database.db.updateTable('licences').set(set).where('id', '=', id).execute()
  }
})

test('a look-up shows the licence and its machines', async () => {
  const { key } = await seedLicence(site.ctx, { licensed_company: 'Acme' })
  await activate({ licenceKey: key, machine })
  const answer = lookUpAnswerSchema
    .strict()
    .parse((await post(apiRoutes.licenceLookUp, { licenceKey: key })).body)
  expect(answer.licence.licensedTo).toEqual({ name: 'Ada', companyName: 'Acme' })
  expect(answer.activations).toMatchObject([{ machineName: 'Studio iMac' }])
  expect((await post(apiRoutes.licenceLookUp, { licenceKey: unknownKey })).status).toBe(404)
})

test('no log line shows a whole key, and an answer only the caller’s as `licenceKey`', async () => {
  const { key } = await seedLicence(site.ctx, { seat_limit: 1 })
  const body = { licenceKey: key, machine, machineId: machine.id }
  const answers = [
    await activate(body),
    await activate({ ...body, machine: { id: 'another-machine' } }),
    await activate({ ...body, machine: {} }),
    await post(apiRoutes.validation, body),
    await post(apiRoutes.licenceLookUp, body),
    await post(apiRoutes.deactivation, body),
  ]
  const shown = JSON.stringify([
    answers.map(({ body: { licenceKey: _, ...others } }) => others),
    answers.map(({ headers }) => headers),
    site.logged,
  ])
  for (const form of [key, key.replaceAll('-', ''), key.slice(5)]) expect(shown).not.toContain(form)
  expect(shown).toContain(key.slice(-4))
})

describe('a form without a script', () => {
  const send = (fields: object) => request(site.app).post(routes.activation).type('form').send(fields)
  const firstHeading = /<h1[^>]*>Activation/

  test('is answered with the page, which says what happened', async () => {
    const { key } = await seedLicence(site.ctx, { licensed_company: 'Harbour Street Studio' })
    const fields = { licenceKey: key, machineId: machine.id }
    const done = await send(fields)
    expect([done.status, done.type, done.headers['cache-control']]).toEqual([200, 'text/html', 'no-store'])
    expect(done.text).toMatch(firstHeading)
    expect(done.text).toContain('This machine is on.')
    expect(done.text).not.toContain(key)
    const found = await send({ licenceKey: key, intent: 'look-up' })
    expect(found.text).toContain('Harbour Street Studio')
    expect(found.text).not.toContain('This machine is on.')

    const { key: moved } = await moveOften()
    const cases: [fields: object, status: number, sentence: string][] = [
      [{ ...fields, licenceKey: moved }, 409, 'This licence has been on too many machines lately.'],
      [{ ...fields, licenceKey: unknownKey }, 404, 'No licence has this key.'],
      [{ ...fields, machineId: '?' }, 422, 'Something in the form isn’t right.'],
      [{ licenceKey: 'x'.repeat(70_000) }, 413, 'That file is too large.'],
      [{}, 422, 'Something in the form isn’t right.'],
    ]
    for (const [sent, status, sentence] of cases) {
      const answer = await send(sent)
      expect([answer.status, answer.type]).toEqual([status, 'text/html'])
      expect(answer.text).toContain(sentence)
    }
  })

  test('that is refused keeps what was typed', async () => {
    const typed = { licenceKey: `${unknownKey} "`, machineId: 'short' }
    const { text } = await send(typed)
    const values = [...text.matchAll(/<input[^>]* value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual([`${unknownKey} &quot;`, 'short'])
  })

  test('reads a machine code as a mail brings it, and the API doesn’t', async () => {
    const { key: licenceKey } = await seedLicence(site.ctx, { seat_limit: 1 })
    const machineId = ' F00D\u2011\r\n4242\u200b-0001.\u00a0'
    const done = await send({ licenceKey, machineId })
    expect(done.text).toContain('>F00D-4242-0001<')
    expect((await activate({ licenceKey, machine: { id: machineId } })).status).toBe(422)
    expect((await activate({ licenceKey, machine: { id: 'F00D-4242-0001' } })).status).toBe(200)
  })

  test('takes the request file, and answers the licence file', async () => {
    const { key } = await seedLicence(site.ctx, { seat_limit: 1 })
    const upload = (id: string, licenceKey = key) => {
      const content = Buffer.from(JSON.stringify({ licenceKey, machine: { id } })).toString('base64')
      const file = `-----BEGIN ACTIVATION REQUEST-----\n${content}\n-----END ACTIVATION REQUEST-----\n`
      return request(site.app).post(routes.activation).attach('request', Buffer.from(file), 'a.request')
    }
    const done = await upload('offline-machine')
    expect(done.headers['content-disposition']).toMatch(/^attachment; filename=/)
    expect(done.text).toMatch(/^-----BEGIN LICENCE FILE-----\n/)
    const { key: moved } = await moveOften()
    const waiting = await upload('offline-machine', moved)
    expect(waiting.status).toBe(409)
    expect(waiting.text).toContain('This licence has been on too many machines lately.')
    expect(waiting.text).toMatch(/can be turned on from (<!-- -->)?\d{1,2} [A-Z][a-z]+ \d{4}/)
    const full = await upload('another-machine')
    expect(full.status).toBe(409)
    expect(full.text).toContain('Every seat of this licence is taken.')
    expect(full.text).toContain('offline-machine')
  })
})
