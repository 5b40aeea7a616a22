import { afterEach, expect, test } from 'vitest'
import type { ActivationAnswer, ValidationAnswer } from '#shared/licensing/answers.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { activate } from './activate.ts'
import { move, setStatus } from './acts.ts'
import { deactivate, deactivateByFile } from './deactivate.ts'
import { signedTermsOf, signFile } from './licence-file.ts'
import { findSigner } from './public-keys.ts'
import { machinesOn } from './seats.ts'
import { validate } from './validate.ts'

const by = { who: 'test' }

describeOnBothEngines('a licence file in a request', ({ create }) => {
  const time = { now: new Date() }
  const open: LicensingProcess[] = []
  afterEach(async () => {
    for (const { close } of open.splice(0)) await close()
  })

  async function start(count = 1): Promise<[LicensingProcess, ...LicensingProcess[]]> {
    time.now = new Date('2027-03-02T02:00:00Z')
    const { environment } = await create()
    for (let each = 0; each < count; each++) open.push(await openLicensing(environment, () => time.now))
    return open as [LicensingProcess, ...LicensingProcess[]]
  }

  async function turnOn(site: LicensingProcess, licenceKey: string, id = 'machine-1'): Promise<string> {
    time.now = new Date(time.now.getTime() + 1000)
    return ((await activate(site, { licenceKey, machine: { id } })) as ActivationAnswer).file
  }

  const give = (site: LicensingProcess, file: string, id = 'machine-1') =>
    deactivateByFile(site, { deactivate: true, machine: { id }, file })

  const acting = (site: LicensingProcess) => ({ ...site, outbox: { nudge() {} } }) as never

  test('gives the machine’s seat back, once, however often and at once it comes', async () => {
    const all = await start(2)
    const [site] = all
    const { id, key } = await seedLicence(site)
    const file = await turnOn(site, key)
    await turnOn(site, key, 'machine-2')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => give(all[index % 2] as LicensingProcess, file)),
    )
    const seats = { limit: 3, used: 1, remaining: 2 }
    for (const answer of answers) expect(answer).toMatchObject({ machineId: 'machine-1', seats })
    expect(answers.filter((answer) => 'released' in answer && answer.released)).toHaveLength(1)
    expect(await machinesOn(site.database.db, id)).toMatchObject([{ machine_id: 'machine-2' }])
    expect(await give(site, file)).toMatchObject({ released: false, seats })
  })

  test('counts after a renewal, and while the licence is off', async () => {
    const [site] = await start()
    const { id, key } = await seedLicence(site, { offline_days: 30 })
    const [first, renewed] = [await turnOn(site, key), await turnOn(site, key)]
    await setStatus(acting(site), id, 'suspended', by)
    time.now = new Date('2028-03-02T02:00:00Z')
    expect(await give(site, renewed)).toMatchObject({ released: true })
    await setStatus(acting(site), id, 'active', by)
    await turnOn(site, key)
    for (const file of [first, renewed]) {
      expect(await give(site, file)).toEqual({ refused: 'licence_file_outdated' })
    }
    expect(await machinesOn(site.database.db, id)).toHaveLength(1)
  })

  test('from before an earlier seat’s end, or the licence’s move, gives nothing back', async () => {
    const [site] = await start()
    const { id, key: licenceKey } = await seedLicence(site)
    const old = await turnOn(site, licenceKey)
    await deactivate(site, { licenceKey, machineId: 'machine-1' } as never)
    expect(await give(site, old)).toMatchObject({ released: false })
    const current = await turnOn(site, licenceKey)
    expect(await give(site, old)).toEqual({ refused: 'licence_file_outdated' })
    time.now = new Date(time.now.getTime() + 1000)
    await move(acting(site), id, { email: 'eve@example.com', keepKey: true }, by)
    expect(await give(site, current)).toEqual({ refused: 'licence_file_outdated' })
    expect(await give(site, await turnOn(site, licenceKey))).toMatchObject({ released: true })
  })

  test('forged, changed, of another kind, machine, shop or retired key is refused', async () => {
    const [site] = await start()
    const { db } = site.database
    const { id, key: licenceKey } = await seedLicence(site)
    const file = await turnOn(site, licenceKey)
    const foreign = await turnOn(site, licenceKey, 'machine-2')
    const nonce = undefined
    const verdict = (await validate(site, { licenceKey, machineId: 'machine-1' })) as ValidationAnswer
    const signer = await findSigner(db, site.keyring, undefined)
    if (!signer) throw new Error('no key signs')
    const { site: seller, pricing } = site.library.typed
    const signing = { signer, site: seller, machineId: 'machine-1', nonce, now: time.now }
    const row = await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const licence = signedTermsOf(row, { pricing, now: time.now })
    const days = { startedAt: time.now.toISOString(), expiresAt: time.now.toISOString() }
    const forger = { kid: signer.kid, sign: () => Buffer.alloc(64, 7) }
    const stranger = { kid: 'another', sign: signer.sign }
    for (const text of [
      foreign,
      verdict.file,
      file.replace(/.{9}\n-----END/, 'AAAAAAAA\n-----END'),
      signFile('trial', { trial: days }, signing),
      signFile('licence', { licence }, { ...signing, signer: forger }),
      signFile('licence', { licence }, { ...signing, signer: stranger }),
      signFile('licence', { licence }, { ...signing, site: { productId: 'another' } }),
      signFile('licence', { licence: { ...licence, id: 'lic_unknown' } }, signing),
      signFile('licence', { licence: null as never }, signing),
      'no file',
      '',
    ]) {
      expect(await give(site, text), text).toEqual({ refused: 'licence_file_invalid' })
    }
    expect(await give(site, file, 'machine-2')).toEqual({ refused: 'licence_file_invalid' })
    expect(await machinesOn(db, id)).toHaveLength(2)
    expect(await give(site, signFile('licence', { licence }, signing))).toMatchObject({ released: true })
    await db.updateTable('signing_keys').set({ retired_at: time.now.toISOString() }).execute()
    expect(await give(site, foreign, 'machine-2')).toEqual({ refused: 'licence_file_invalid' })
  })
})
