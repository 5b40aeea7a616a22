import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { retireSigningKey } from '../../runtime/keys/signing-keys.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { newSigningKey } from '../../testing/support/signing-key.ts'
import { createTestApp, type TestApp } from '../../testing/support/test-app.ts'

// The README's example runs in its own process.
vi.setConfig({ testTimeout: 60_000 })

const dir = mkdtempSync(join(tmpdir(), 'licence-file-'))
const example =
  /```js\n(\/\/ verify-licence-file[\s\S]*?)```/.exec(
    readFileSync('server/licences/licensing/README.md', 'utf8'),
  )?.[1] ?? ''
const machineId = 'F00D-4242-0001'

let site: TestApp
let files: { licence: string; verdict: string }
let licenceKey: string
let readSigned: (kind: string, text: string, machineId: string, keys: unknown[]) => Record<string, unknown>
let readVerdict: (
  text: string,
  asked: { machineId: string; nonce: string; licenceKey: string },
  keys: unknown[],
) => Record<string, unknown>
let keys: unknown[]

beforeAll(async () => {
  site = await createTestApp({ DATA_DIR: join(dir, 'data') })
  licenceKey = (await seedLicence(site.ctx)).key
  const licence = await post(apiRoutes.activation, { machine: { id: machineId }, nonce: 'n1' })
  const verdict = await post(apiRoutes.validation, { machineId, nonce: 'n2' })
  files = { licence: licence.body.file, verdict: verdict.body.file }
  const published = await request(site.app).get(apiRoutes.licenceKeys)
  keys = published.body.keys
  expect(published.headers['cache-control']).toBe('public, max-age=3600')

  writeFileSync(join(dir, 'verify.mjs'), example)
  writeFileSync(join(dir, 'machine.licence'), files.licence)
  writeFileSync(join(dir, 'keys.json'), JSON.stringify(published.body))
  writeFileSync(
    join(dir, 'module.mjs'),
    `${example.replace(/const \[, ,[\s\S]*/, '')}\nexport { readSigned, readVerdict }`,
  )
  const module = join(dir, 'module.mjs')
  ;({ readSigned, readVerdict } = await import(/* @vite-ignore */ module))
})

function post(path: string, body: object) {
  return request(site.app)
    .post(path)
    .send({ licenceKey, ...body })
}

afterAll(() => site.ctx.close())

test('the README’s example verifies a file that the server made', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['verify.mjs', 'machine.licence', ...args, 'keys.json'], {
      cwd: dir,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(JSON.parse(run(machineId))).toMatchObject({ machineId, licence: { plan: 'Studio' } })
  expect(() => run('F00D-4242-0002')).toThrow('for another machine')
})

test('a file and a verdict say what the contract lists', () => {
  const common = {
    licence: { plan: 'Studio', status: 'active', licensedTo: { name: 'Ada' }, keyHint: expect.any(String) },
    machineId,
    seats: { limit: 3, used: 1, remaining: 2 },
    updatesUntil: '2027-11-20T00:00:00.000Z',
    issuedAt: expect.any(String),
  }
  const licence = readSigned('licence', files.licence, machineId, keys)
  expect(licence).toMatchObject({ ...common, nonce: 'n1', activatedAt: expect.any(String) })
  const verdict = readSigned('verdict', files.verdict, machineId, keys)
  expect(verdict).toMatchObject({ ...common, nonce: 'n2', valid: true, code: 'valid' })
})

test('a verdict is on the key that was asked about, and no other’s passes for it', async () => {
  const asked = { machineId, nonce: 'n2', licenceKey }
  const sha256 = createHash('sha256').update(licenceKey).digest('hex')
  const key = { hint: `…-${licenceKey.slice(-4)}`, sha256 }
  expect(readVerdict(files.verdict, asked, keys)).toMatchObject({ valid: true, key })
  const typed = { licenceKey: licenceKey.toLowerCase().replaceAll('-', ' ') }
  expect((await post(apiRoutes.validation, { machineId, ...typed })).body).toMatchObject({ key, licenceKey })

  const unknown = createLicenceKey('PRMT', new Uint8Array(keyRandomness))
  const { body } = await post(apiRoutes.validation, { machineId, nonce: 'n2', licenceKey: unknown })
  expect(body).toMatchObject({ valid: false, code: 'licence_not_found' })
  expect(readSigned('verdict', body.file, machineId, keys)).toMatchObject({ valid: false })
  expect(() => readVerdict(body.file, asked, keys)).toThrow('on another key')
  expect(() => readVerdict(files.verdict, { ...asked, nonce: 'n3' }, keys)).toThrow('to another question')
  expect(body.file).not.toContain(unknown)
})

test('a key typed in lower case is validated by the form that each answer gives it', async () => {
  const typed = licenceKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  const activated = await post(apiRoutes.activation, { licenceKey: typed, machine: { id: machineId } })
  const named = activated.body.licenceKey
  const question = { machineId, nonce: 'n4' }
  const { body } = await post(apiRoutes.validation, { licenceKey: named, ...question })
  expect(readVerdict(body.file, { licenceKey: named, ...question }, keys)).toMatchObject({ valid: true })
  expect(() => readVerdict(body.file, { licenceKey: typed, ...question }, keys)).toThrow('on another key')
  const ended = await post(apiRoutes.deactivation, { licenceKey: typed, machineId: 'another-machine' })
  expect(ended.body).toMatchObject({ licenceKey: named, released: false })
})

test('neither passes for the other', () => {
  expect(() => readSigned('verdict', files.licence, machineId, keys)).toThrow('changed since')
  expect(() => readSigned('licence', files.verdict, machineId, keys)).toThrow('changed since')
})

test('any changed byte fails', () => {
  const bytes = Buffer.from(files.licence)
  for (const bit of [1, 2, 4, 7, 32]) {
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ bit
      expect(() => readSigned('licence', changed.toString(), machineId, keys)).toThrow()
    }
  }
})

test('files of the key before still verify after a rotation, until it is retired', async () => {
  const [older, newer] = [newSigningKey(), newSigningKey()]
  const environment = { DATA_DIR: join(dir, 'rotated') }
  const before = await createTestApp({ ...environment, LICENCE_SIGNING_KEY: older })
  const { key: licenceKey } = await seedLicence(before.ctx)
  const activate = ({ app }: TestApp) =>
    request(app)
      .post(apiRoutes.activation)
      .send({ licenceKey, machine: { id: machineId } })
  const first = (await activate(before)).body.file
  await before.ctx.close()

  const after = await createTestApp({ ...environment, LICENCE_SIGNING_KEY: `${newer}${older}` })
  const second = (await activate(after)).body.file
  const published = async () => (await request(after.app).get(apiRoutes.licenceKeys)).body.keys
  for (const file of [first, second]) {
    expect(readSigned('licence', file, machineId, await published())).toMatchObject({ machineId })
  }
  const { database, keyring } = after.ctx
  await retireSigningKey(database.db, before.ctx.keyring.kid, { signer: keyring.kid, now: new Date() })
  const left = await published()
  expect(left).toHaveLength(1)
  expect(() => readSigned('licence', first, machineId, left)).toThrow('not known')
  expect(readSigned('licence', second, machineId, left)).toMatchObject({ machineId })
  await after.ctx.close()
})
