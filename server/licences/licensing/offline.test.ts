import fc from 'fast-check'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readActivationRequestFile } from '#shared/licensing/activation-request-file.ts'
import { activationRequestSchema } from '#shared/licensing/requests.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { anyCharacter } from '#shared/testing/any-character.ts'
import { runs } from '#shared/testing/properties.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { machinesOn } from './seats.ts'

const machine = { id: 'F00D-4242-0001', name: 'Studio, 2. Etage ü' }

describe('activation by file', () => {
  let site: TestApp
  let time = Date.parse('2027-03-02T02:00:00Z')
  beforeAll(async () => {
    site = await createTestApp({ DATA_DIR: 'test-results/data-offline' }, { clock: () => new Date(time++) })
  })
  afterAll(() => site.ctx.close())
  const post = () => request(site.app).post(apiRoutes.offlineActivation)

  test('answers the licence file as a download, however the request file comes', async () => {
    const { key } = await seedLicence(site.ctx, { seat_limit: 1 })
    const content = { v: 1, licenceKey: key, machine, appVersion: '2.3.0', nonce: 'n1' }
    const file = requestFile(content)
    // Windows PowerShell redirects output so.
    const inUtf16 = Buffer.from(`\uFEFF${file.replaceAll('\n', '\r\n')}`, 'utf16le')
    const answers = [
      await post().type('text/plain').send(file),
      await post().type('text/plain').send(file.replaceAll('\n', '\r\n')),
      await post().type('application/octet-stream').send(file),
      await post().send({ request: file }),
      await post().send(content),
      await post()
        .type('form')
        .send({ request: `here it is:\n${file}` }),
      await post().attach('request', Buffer.from(file), 'lectern.request'),
      ...(await Promise.all(
        [inUtf16, Buffer.from(inUtf16).swap16()].flatMap((bytes) => [
          post().type('text/plain').send(bytes),
          post().type('application/octet-stream').send(bytes),
          post().attach('request', bytes, 'lectern.request'),
        ]),
      )),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.type]).toEqual([200, 'text/plain'])
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=[a-z0-9-]+\.licence$/)
      expect(contentOf(answer.text)).toMatchObject({
        licence: { plan: 'Studio', seats: 1, validateBy: null },
        machine: { id: machine.id },
        nonce: 'n1',
      })
    }
    const shown = await post().set('Accept', 'application/json').send({ request: file })
    expect(shown.body).toMatchObject({ created: false, activation: { machineName: machine.name } })
  })

  test('answers several requests in one file one by one, and none unless all can be read', async () => {
    const { id, key } = await seedLicence(site.ctx, { seat_limit: 2 })
    const files = ['room-0001', 'room-0002', 'room-0003'].map((id) =>
      requestFile({ licenceKey: key, machine: { id }, nonce: id }),
    )
    const broken = await post()
      .type('text/plain')
      .send([...files, requestFile({ licenceKey: key })].join(''))
    expect([broken.status, broken.body.errors]).toMatchObject([422, [{ pointer: '/machine' }]])
    const cut = files.join('').replace('eyJ', '!!!')
    expect((await post().type('text/plain').send(cut)).status).toBe(422)
    expect(await machinesOn(site.ctx.database.db, id)).toEqual([])

    const answered = await post().type('text/plain').send(files.join('\r\n'))
    expect(answered.status).toBe(200)
    expect(answered.text.match(/BEGIN LICENCE FILE/g)).toHaveLength(2)
    expect(answered.text).toContain('room-0003: Every seat of this licence is taken')
    const { body } = await post()
      .set('Accept', 'application/json')
      .send({ request: files.join('') })
    expect(body.answers.map(({ machineId, code }: Record<string, string>) => [machineId, code])).toEqual([
      ['room-0001', null],
      ['room-0002', null],
      ['room-0003', 'seat_limit_reached'],
    ])
    const many = await post().type('text/plain').send(requestFile({}).repeat(101))
    expect([many.status, many.body.code]).toEqual([422, 'request_file_malformed'])
  })

  test('deactivates a machine by its licence file, alone and among other requests', async () => {
    const { id, key } = await seedLicence(site.ctx)
    const activation = (id: string) => requestFile({ licenceKey: key, machine: { id } })
    const licenceFileOf = async (id: string) => (await post().type('text/plain').send(activation(id))).text
    const deactivation = async (id: string) =>
      requestFile({ deactivate: true, machine: { id }, file: await licenceFileOf(id) })
    const first = await deactivation('room-0001')
    const shown = await post().set('Accept', 'application/json').send({ request: first })
    const seats = { limit: 3, used: 0, remaining: 3 }
    expect(shown.body).toEqual({ machineId: 'room-0001', released: true, seats })
    const again = await post().type('text/plain').send(first)
    expect([again.status, again.type, again.text]).toEqual([
      200,
      'text/plain',
      'room-0001: This machine is deactivated.\n',
    ])
    expect(again.headers['content-disposition']).toBeUndefined()

    const room = [activation('room-0003'), await deactivation('room-0002'), first.replace('eyJ', 'eyI')]
    expect((await post().type('text/plain').send(room.join(''))).status).toBe(422)
    const outdated = await deactivation('room-0001')
    await post().type('text/plain').send(outdated)
    await licenceFileOf('room-0001')
    const { body } = await post()
      .set('Accept', 'application/json')
      .send({ request: [...room.slice(0, 2), outdated].join('') })
    expect(body.answers).toMatchObject([
      { machineId: 'room-0003', code: null, detail: null },
      { machineId: 'room-0002', file: null, code: null, detail: 'This machine is deactivated.' },
      { machineId: 'room-0001', file: null, code: 'licence_file_outdated' },
    ])
    expect(body.file).toContain('room-0002: This machine is deactivated.\n')
    const on = (await machinesOn(site.ctx.database.db, id)).map(({ machine_id }) => machine_id)
    expect(on.toSorted()).toEqual(['room-0001', 'room-0003'])

    const page = await request(site.app)
      .post(routes.activation)
      .attach('request', Buffer.from(await deactivation('room-0003')), 'a.request')
    expect([page.status, page.type]).toEqual([200, 'text/html'])
    expect(page.text).toContain('room-0003 is deactivated. 1 of 3 seats in use.')
    const without = await post().send({ deactivate: true, licenceKey: key, machine: { id: 'room-0001' } })
    expect(without.body.errors).toMatchObject([{ pointer: '/file' }])
  })

  test('refuses as activation does', async () => {
    const refused = await post().type('text/plain').send('no request file')
    expect([refused.status, refused.body.code]).toEqual([422, 'request_file_malformed'])
    expect((await post().send()).body.code).toBe('request_file_malformed')
    const incomplete = await post().type('text/plain').send(requestFile({ machine }))
    expect(incomplete.body.errors).toMatchObject([{ pointer: '/licenceKey' }])
    const large = await post().type('text/plain').send('x'.repeat(70_000))
    expect(large.status).toBe(413)
    const image = await post().type('image/png').send('x')
    expect(image.status).toBe(415)
    const { key } = await seedLicence(site.ctx, { status: 'revoked' })
    const revoked = await post()
      .type('text/plain')
      .send(requestFile({ licenceKey: key, machine }))
    expect([revoked.status, revoked.body.code]).toEqual([403, 'licence_revoked'])
  })

  test('answers any file at all with an error of ours', async () => {
    const begin = '-----BEGIN ACTIVATION REQUEST-----'
    const end = '-----END ACTIVATION REQUEST-----'
    const json = fc.json().map((text) => Buffer.from(text).toString('base64'))
    const inside = fc.oneof(json, fc.base64String(), fc.string({ unit: anyCharacter }))
    const body = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 500 }),
      inside.map((text) => `${begin}\n${text}\n${end}\n`),
      fc.tuple(inside, fc.constantFrom(begin, end, '', '\r\n')).map((parts) => begin + parts.join(begin)),
    )
    const answersAnyFile = fc.asyncProperty(body, async (text) => {
      const { status, body: problem } = await post().type('text/plain').send(text)
      expect([status, problem.requestId]).toEqual([422, expect.any(String)])
    })
    await fc.assert(answersAnyFile, { numRuns: runs(300) })
  })
})

describe('a request file', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.string(), (value, before, after) => {
        const written = JSON.parse(JSON.stringify(value))
        expect(readActivationRequestFile(`${before}${requestFile(written)}${after}`)).toEqual(written)
      }),
    )
  })

  test('of any content is taken or refused, and never more than that', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.object(), (text, value) => {
        activationRequestSchema.safeParse(readActivationRequestFile(text))
        activationRequestSchema.safeParse(readActivationRequestFile(requestFile(value)))
      }),
      { numRuns: runs(2000) },
    )
  })
})

function requestFile(content: unknown): string {
  const lines =
    Buffer.from(JSON.stringify(content))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN ACTIVATION REQUEST-----', ...lines, '-----END ACTIVATION REQUEST-----', ''].join('\n')
}

function contentOf(file: string): unknown {
  const envelope = JSON.parse(fromBase64(file.split('\n').slice(1, -2).join('')))
  return JSON.parse(fromBase64(envelope.enc))
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString()
}
