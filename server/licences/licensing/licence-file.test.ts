import { createHash } from 'node:crypto'
import request from 'supertest'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/calendar/calendar.ts'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { signedLicenceSchema, signedTrialSchema, signedVerdictSchema } from '#shared/licensing/signed.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { retireSigningKey } from '../../runtime/keys/signing-keys.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { newSigningKey } from '../../testing/support/signing-key.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'
import { readSigned } from './clients/client.ts'

const machineId = 'F00D-4242-0001'
const unknownKid = '0123456789abcdef'

const post = ({ app }: TestApp, path: string, body: object) => request(app).post(path).send(body)
const published = async ({ app }: TestApp) =>
  (await request(app).get(apiRoutes.licenceKeys).expect(200)).body.keys
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Reads a file as the application does. */
async function read(site: TestApp, kind: string, file: string, asked: object = {}) {
  const trust = { audience: site.ctx.library.typed.site.productId, keys: await published(site) }
  return readSigned(kind, file, { machineId, now: new Date().toISOString(), ...asked }, trust)
}

/** What an armoured request file has of a request. */
function armour(body: object): string {
  const base64 = Buffer.from(JSON.stringify(body)).toString('base64')
  return `-----BEGIN ACTIVATION REQUEST-----\n${base64}\n-----END ACTIVATION REQUEST-----\n`
}

describeOnEitherEngine('a signed file', ({ create }) => {
  async function open(variables: Record<string, string> = {}) {
    const { environment, database } = await create()
    const site = await createTestApp({ ...environment, ...variables })
    const { id, key: licenceKey } = await seedLicence(site.ctx)
    return { site, environment, db: database.db, id, licenceKey }
  }

  test('says what the contract lists, whichever kind it is', async () => {
    const { site, id, licenceKey } = await open()
    const machine = { id: machineId }
    const { file } = (await post(site, apiRoutes.activation, { licenceKey, machine, nonce: 'n1' })).body
    const validated = await post(site, apiRoutes.validation, { licenceKey, machineId, nonce: 'n2' })
    const tried = await post(site, apiRoutes.trial, { machine })
    const { kid } = site.ctx.keyring
    const common = { format: 1, audience: 'lectern', kid, machine, issuedAt: expect.any(String) }
    const licence = {
      id,
      sku: 'studio',
      plan: 'Studio',
      seats: 3,
      entitlements: [],
      validateBy: null,
      updatesUntil: '2027-11-20T00:00:00.000Z',
      licensedTo: { name: 'Ada' },
    }
    const key = { hint: `…-${licenceKey.slice(-4)}`, sha256: sha256(licenceKey) }
    const verdict = { valid: true, code: 'valid', key, licence }
    const { startedAt, expiresAt } = tried.body.trial
    const said = [
      await read(site, 'licence', file, { nonce: 'n1' }),
      await read(site, 'verdict', validated.body.file, { nonce: 'n2', licenceId: id }),
      await read(site, 'trial', tried.body.file),
    ]
    expect(said).toEqual([
      { ...common, licence, nonce: 'n1' },
      { ...common, ...verdict, nonce: 'n2' },
      { ...common, trial: { startedAt, expiresAt } },
    ])
    const schemas = [signedLicenceSchema, signedVerdictSchema, signedTrialSchema]
    for (const [index, schema] of schemas.entries()) expect(schema.parse(said[index])).toEqual(said[index])
    await site.ctx.close()
  })

  test('is a verdict on the licence, however its key was typed, and on an unknown key by its hash', async () => {
    const { site, id, licenceKey } = await open()
    const typed = licenceKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const machine = { id: machineId }
    const activated = await post(site, apiRoutes.activation, { licenceKey: typed, machine })
    expect(activated.body).toMatchObject({ licenceKey, licence: { id } })
    const { body } = await post(site, apiRoutes.validation, { licenceKey: typed, machineId })
    expect(body.licenceKey).toBe(licenceKey)
    const ask = (file: string, asked: object) => read(site, 'verdict', file, asked)
    await expect(ask(body.file, { licenceId: id })).resolves.toMatchObject({ valid: true })
    await expect(ask(body.file, { licenceId: 'lic_other' })).rejects.toThrow('other_licence')
    const ended = await post(site, apiRoutes.deactivation, {
      licenceKey: typed,
      machineId: 'another-machine',
    })
    expect(ended.body).toMatchObject({ licenceKey, released: false })

    const unknown = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
    const lost = await post(site, apiRoutes.validation, { licenceKey: unknown, machineId })
    expect(lost.body).toMatchObject({ valid: false, code: 'licence_not_found' })
    const own = { licenceId: id, keySha256: sha256(unknown) }
    await expect(ask(lost.body.file, own)).resolves.toMatchObject({ licence: null })
    await expect(ask(lost.body.file, { ...own, keySha256: sha256(licenceKey) })).rejects.toThrow('other_key')
    expect(lost.body.file).not.toContain(unknown)
    await site.ctx.close()
  })

  test('holds for the days of its licence, for good if it is carried by hand', async () => {
    const { site, db, id, licenceKey } = await open()
    await db.updateTable('licences').set({ offline_days: 30 }).where('id', '=', id).execute()
    const body = { licenceKey, machine: { id: machineId } }
    const activated = await post(site, apiRoutes.activation, body)
    const { issuedAt } = (await read(site, 'licence', activated.body.file)) as unknown as { issuedAt: string }
    const validateBy = new Date(Date.parse(issuedAt) + 30 * dayMs).toISOString()
    await expect(read(site, 'licence', activated.body.file)).resolves.toMatchObject({
      licence: { validateBy },
    })
    await expect(read(site, 'licence', activated.body.file, { now: validateBy })).rejects.toThrow(
      'validation_due',
    )
    const validated = await post(site, apiRoutes.validation, { licenceKey, machineId })
    const verdict = await read(site, 'verdict', validated.body.file, { licenceId: id })
    expect(verdict.licence?.validateBy).toMatch(/^20/)
    const carried = await post(site, apiRoutes.offlineActivation, { request: armour(body) })
    await expect(read(site, 'licence', carried.text)).resolves.toMatchObject({
      licence: { validateBy: null },
    })
    await site.ctx.close()
  })

  test('is signed by the newest key that the application knows, until that key is retired', async () => {
    const [older, newer] = [newSigningKey(), newSigningKey()]
    const { site: before, environment, licenceKey } = await open({ LICENCE_SIGNING_KEY: older })
    const old = before.ctx.keyring.kid
    const known = await published(before)
    const body = { licenceKey, machine: { id: machineId } }
    const first = (await post(before, apiRoutes.activation, body)).body.file
    await before.ctx.close()

    const after = await createTestApp({ ...environment, LICENCE_SIGNING_KEY: `${newer}${older}` })
    const { kid } = after.ctx.keyring
    const kidOf = async (path: string, signingKeys?: string[]) => {
      const { file } = (await post(after, path, { ...body, machineId, signingKeys })).body
      return JSON.parse(Buffer.from(file.split('\n').slice(1, -2).join(''), 'base64').toString()).kid
    }
    for (const path of [apiRoutes.activation, apiRoutes.validation, apiRoutes.trial]) {
      expect(await kidOf(path)).toBe(kid)
      expect(await kidOf(path, [old])).toBe(old)
      expect(await kidOf(path, [unknownKid, old, kid])).toBe(kid)
    }
    const asked = { ...body, signingKeys: [old] }
    const { file } = (await post(after, apiRoutes.activation, asked)).body
    const trust = { audience: 'lectern', keys: known }
    const at = { machineId, now: '' }
    for (const each of [first, file]) expect(readSigned('licence', each, at, trust)).toBeDefined()

    const { database, clock } = after.ctx
    await retireSigningKey(database.db, old, { signer: kid, now: clock() })
    await post(after, apiRoutes.activation, asked).expect(409)
    await expect(read(after, 'licence', first)).rejects.toThrow('unknown_key')
    expect(await kidOf(apiRoutes.activation, [old, kid])).toBe(kid)
    await after.ctx.close()
  })

  test('that no key can sign for the application takes no seat and starts no trial', async () => {
    const { site, db, licenceKey } = await open()
    const asked = { licenceKey, machine: { id: machineId }, machineId, signingKeys: [unknownKid] }
    const carried = { request: armour(asked) }
    const { licenceKey: _, ...trial } = asked
    const refused = [
      await post(site, apiRoutes.activation, asked),
      await post(site, apiRoutes.activation, { ...asked, signingKeys: [] }),
      await post(site, apiRoutes.validation, asked),
      await post(site, apiRoutes.trial, asked),
      await post(site, apiRoutes.offlineActivation, carried).set('Accept', 'application/json'),
      await post(site, apiRoutes.offlineActivation, { request: armour({ ...trial, plan: 'trial' }) }),
    ]
    const downloadUrl = site.ctx.config.siteUrl + routes.downloads
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'signing_key_unknown', downloadUrl }),
      ])
    }
    for (const table of ['activations', 'trials'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    for (const signingKeys of ['all', [1], [''], Array(21).fill(unknownKid)]) {
      await post(site, apiRoutes.activation, { ...asked, signingKeys }).expect(422)
    }
    await site.ctx.close()
  })
})

test('any changed byte fails, but for line ends', async () => {
  const site = await createTestApp()
  const { key: licenceKey } = await seedLicence(site.ctx)
  const { file } = (await post(site, apiRoutes.activation, { licenceKey, machine: { id: machineId } })).body
  const trust = { audience: 'lectern', keys: await published(site) }
  const bytes = Buffer.from(file)
  for (const bit of [1, 4, 32]) {
    for (const [at, byte] of bytes.entries()) {
      if (byte === 10) continue
      const changed = Buffer.from(bytes)
      changed[at] = byte ^ bit
      expect(() => readSigned('licence', changed.toString(), { machineId, now: '' }, trust)).toThrow()
    }
  }
  await site.ctx.close()
})
