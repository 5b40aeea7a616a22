import { afterEach, expect, test } from 'vitest'
import type { ActivationAnswer } from '#shared/licensing/answers.ts'
import { activationRequestSchema } from '#shared/licensing/requests.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { activate } from './activate.ts'
import { replaceKey } from './acts.ts'
import { deactivate } from './deactivate.ts'
import { readKey } from './look-up.ts'
import { machinesOn } from './seats.ts'
import { validate } from './validate.ts'

describeOnBothEngines('a machine', ({ create }) => {
  const open: LicensingProcess[] = []
  afterEach(async () => {
    for (const { close } of open.splice(0)) await close()
  })

  async function start(count = 1): Promise<[LicensingProcess, ...LicensingProcess[]]> {
    const { environment } = await create()
    for (let each = 0; each < count; each++) open.push(await openLicensing(environment))
    return open as [LicensingProcess, ...LicensingProcess[]]
  }

  /** Replaces the key as the desk does. @returns the new one */
  async function exchange(site: LicensingProcess, id: string): Promise<string> {
    await replaceKey({ ...site, outbox: { nudge() {} } } as never, id, { who: 'test' })
    return readKey(site.database.db, id, site.keyring)
  }

  test('carries its seat to its new id once, among many that try at once, and is no new machine by it', async () => {
    const all = await start(3)
    const [site] = all
    const { db } = site.database
    const { id, key: licenceKey } = await seedLicence(site, { seat_limit: 1 })
    const first = (await activate(site, { licenceKey, machine: { id: 'machine-old' } })) as ActivationAnswer
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        activate(all[index % 3] as LicensingProcess, {
          licenceKey,
          machine: { id: `machine-new-${index % 2}`, previousId: 'machine-old' },
        }),
      ),
    )
    const carried = answers.filter((answer): answer is ActivationAnswer => 'created' in answer)
    expect(carried).toHaveLength(6)
    for (const { created, activation, updatesUrl } of carried) {
      expect([created, activation.id, updatesUrl]).toEqual([false, first.activation.id, first.updatesUrl])
    }
    expect(await machinesOn(db, id)).toMatchObject([{ carried_from: 'machine-old', seat: 0 }])
    const { machineId: previousId = '' } = carried[0]?.activation ?? {}
    const again = await activate(site, { licenceKey, machine: { id: 'machine-third', previousId } })
    expect(again).toMatchObject({ refused: 'seat_limit_reached' })
    const old = await validate(site, { licenceKey, machineId: 'machine-old' })
    expect(old).toMatchObject({ code: 'machine_not_activated' })
  })

  test('without a seat under its former id takes a new one, and one with two keeps both', async () => {
    const [site] = await start()
    const { id, key: licenceKey } = await seedLicence(site, { seat_limit: 3 })
    const other = await seedLicence(site)
    const take = (key: string, machine: { id: string; previousId?: string }) =>
      activate(site, { licenceKey: key, machine })
    await take(other.key, { id: 'machine-old' })
    expect(await take(licenceKey, { id: 'machine-1', previousId: 'machine-old' })).toMatchObject({
      created: true,
    })
    expect(await take(licenceKey, { id: 'machine-2', previousId: 'machine-2' })).toMatchObject({
      created: true,
    })
    expect(await take(licenceKey, { id: 'machine-2', previousId: 'machine-1' })).toMatchObject({
      created: false,
    })
    const ids = (await machinesOn(site.database.db, id)).map(({ machine_id }) => machine_id)
    expect(ids.toSorted()).toEqual(['machine-1', 'machine-2'])
  })

  test('gives back its own seat by a replaced key, and no other', async () => {
    const [site] = await start()
    const { id, key: licenceKey } = await seedLicence(site)
    const own = (await activate(site, { licenceKey, machine: { id: 'machine-own' } })) as ActivationAnswer
    const fresh = await exchange(site, id)
    await activate(site, { licenceKey: fresh, machine: { id: 'machine-later' } })
    const give = (asked: { machineId: string } | { activationId: string }) =>
      deactivate(site, { licenceKey, machineId: undefined, activationId: undefined, ...asked })
    const refused = { refused: 'licence_key_replaced' }
    expect(await give({ activationId: own.activation.id })).toEqual(refused)
    expect(await give({ machineId: 'machine-later' })).toEqual(refused)
    const released = { licenceKey, released: true, seats: { limit: 3, used: 1, remaining: 2 } }
    expect(await give({ machineId: 'machine-own' })).toEqual(released)
    expect(await give({ machineId: 'machine-own' })).toEqual(refused)
  })
})

test.each([
  ['Hebrew by macOS', 'iPhone של \u2068Dana\u2069', 'iPhone של Dana'],
  ['a right-to-left mark', 'MacBook\u200f Pro', 'MacBook Pro'],
  ['control characters', 'Studio\tPC\u0000\r\n2', 'Studio PC 2'],
  ['a hundred and one characters', `${'ü'.repeat(100)}b`, 'ü'.repeat(100)],
  ['emoji at the cut', `${'a'.repeat(99)}👩‍🚀`, `${'a'.repeat(99)}👩`],
  ['a book', 'long '.repeat(2000), 'long '.repeat(20).trim()],
  ['half a character', '\ud83d PC', 'PC'],
  ['marks alone', '\u202e\u2066', ''],
  ['no text', null, undefined],
])('a computer’s name with %s never costs an activation', (_what, name, kept) => {
  const machine = { id: 'machine-1', name, os: name }
  const asked = activationRequestSchema.parse({ licenceKey: 'PRMT', machine })
  expect([asked.machine.name, asked.machine.os]).toEqual([kept, kept])
})
