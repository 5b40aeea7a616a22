import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ActivationAnswer } from '#shared/licensing/answers.ts'
import type { Moment } from '../../runtime/moment.ts'
import { describeOnBothEngines, giveWay } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { activate } from './activate.ts'
import { deactivate, lookUp } from './deactivate.ts'
import { machinesOn, takeSeat } from './seats.ts'

const machineOf = (index: number) => ({ id: `machine-${index}` })

describeOnBothEngines('seats', ({ create }) => {
  async function processes(count: number): Promise<[LicensingProcess, ...LicensingProcess[]]> {
    const { environment } = await create()
    const all = await Promise.all(Array.from({ length: count }, () => openLicensing(environment)))
    return all as [LicensingProcess, ...LicensingProcess[]]
  }
  const closeAll = (all: LicensingProcess[]) => Promise.all(all.map(({ close }) => close()))

  test('of a licence go to exactly as many machines, however many come at once', async () => {
    const all = await processes(3)
    const { key, id } = await seedLicence(all[0], { seat_limit: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        activate(pick(all, index), { licenceKey: key, machine: machineOf(index) }),
      ),
    )
    const seated = answers.filter((answer): answer is ActivationAnswer => 'created' in answer)
    const refused = answers.filter((answer) => 'refused' in answer)
    expect(seated).toHaveLength(5)
    expect(refused.map((answer) => answer.refused)).toEqual(Array(15).fill('seat_limit_reached'))
    for (const { activations } of refused) expect(activations).toHaveLength(5)
    for (const { licence } of seated) expect(licence.seats.used).toBeLessThanOrEqual(5)
    const seats = (await machinesOn(all[0].database.db, id)).map(({ seat }) => seat)
    expect(seats.toSorted()).toEqual([0, 1, 2, 3, 4])
    await closeAll(all)
  })

  test('are counted by the indexes alone, where no lock keeps the rivals apart', async () => {
    const all = await processes(4)
    const { id } = await seedLicence(all[0], { seat_limit: 4 })
    const licence = await all[0].database.db
      .selectFrom('licences')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const taken = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        takeSeat(pick(all, index).database.db, licence, { machine: machineOf(index % 12) }, moment()),
      ),
    )
    const ids = new Set(taken.flatMap((seat) => seat?.activation.id ?? []))
    expect(ids.size).toBe(4)
    expect(taken.filter((seat) => seat?.created)).toHaveLength(4)
    expect(await machinesOn(all[0].database.db, id)).toHaveLength(4)
    await closeAll(all)
  })

  test('are held once by a machine that activates a hundred times at once', async () => {
    const all = await processes(3)
    const { key } = await seedLicence(all[0])
    const answers = (await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        activate(pick(all, index), { licenceKey: key, machine: machineOf(0) }),
      ),
    )) as ActivationAnswer[]
    expect(new Set(answers.map(({ activation }) => activation.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(answers.every(({ licence }) => licence.seats.used === 1)).toBe(true)
    await closeAll(all)
  })

  test('that are released go to the next, also while everything happens at once', async () => {
    const all = await processes(2)
    const [{ database }] = all
    const { key, id } = await seedLicence(all[0], { seat_limit: 4 })
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const machine = machineOf(index)
        await activate(pick(all, index), { licenceKey: key, machine })
        expect((await machinesOn(database.db, id)).length).toBeLessThanOrEqual(4)
        await deactivate(pick(all, index + 1), { licenceKey: key, machineId: machine.id })
      }),
    )
    expect(await machinesOn(database.db, id)).toEqual([])
    expect(await activate(all[0], { licenceKey: key, machine: machineOf(20) })).toMatchObject({
      created: true,
    })
    await closeAll(all)
  })

  test('are not given out behind the back of a revocation that is under way', async () => {
    const all = await processes(2)
    const [office, shop] = all as [LicensingProcess, LicensingProcess]
    const { key, id } = await seedLicence(office)
    const started = Promise.withResolvers<void>()
    const revocation = office.database.db.transaction().execute(async (trx) => {
      await trx.updateTable('licences').set({ status: 'revoked' }).where('id', '=', id).execute()
      started.resolve()
      await giveWay(trx)
    })
    await started.promise
    const answer = await activate(shop, { licenceKey: key, machine: machineOf(0) })
    expect(answer).toEqual({ refused: 'licence_revoked' })
    await revocation
    await closeAll(all)
  })

  test('stay with their machines when a licence gets fewer, and new machines wait', async () => {
    const [site] = await processes(1)
    const { key, id } = await seedLicence(site, { seat_limit: 3 })
    for (const index of [0, 1, 2]) await activate(site, { licenceKey: key, machine: machineOf(index) })
    await site.database.db.updateTable('licences').set({ seat_limit: 1 }).where('id', '=', id).execute()

    expect(await activate(site, { licenceKey: key, machine: machineOf(2) })).toMatchObject({
      created: false,
      licence: { seats: { limit: 1, used: 3, remaining: 0 } },
    })
    // Seat 0 is free, but two machines are still active.
    await deactivate(site, { licenceKey: key, machineId: 'machine-0' })
    const refused = { refused: 'seat_limit_reached' }
    expect(await activate(site, { licenceKey: key, machine: machineOf(9) })).toMatchObject(refused)
    await deactivate(site, { licenceKey: key, machineId: 'machine-1' })
    expect(await activate(site, { licenceKey: key, machine: machineOf(9) })).toMatchObject(refused)
    await deactivate(site, { licenceKey: key, machineId: 'machine-2' })
    expect(await activate(site, { licenceKey: key, machine: machineOf(9) })).toMatchObject({ created: true })
    await site.close()
  })

  test('are released by machine or by activation, of their own licence alone, and twice is fine', async () => {
    const [site] = await processes(1)
    const [own, other] = [await seedLicence(site), await seedLicence(site)]
    const { activation } = (await activate(site, {
      licenceKey: own.key,
      machine: machineOf(0),
    })) as ActivationAnswer
    const seats = (used: number) => ({ limit: 3, used, remaining: 3 - used })
    const release = (licenceKey: string) => deactivate(site, { licenceKey, activationId: activation.id })
    expect(await release(other.key)).toEqual({ licenceKey: other.key, released: false, seats: seats(0) })
    expect(await lookUp(site, { licenceKey: own.key })).toMatchObject({
      activations: [{ id: activation.id }],
    })
    expect(await release(own.key)).toMatchObject({ released: true, seats: seats(0) })
    expect(await release(own.key)).toMatchObject({ released: false, seats: seats(0) })
    await site.close()
  })
})

function pick(all: LicensingProcess[], index: number): LicensingProcess {
  return all[index % all.length] as LicensingProcess
}

function moment(): Moment {
  return { random: randomBytes, now: new Date() }
}
