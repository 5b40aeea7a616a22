import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { activate } from './activate.ts'
import { deactivate } from './deactivate.ts'
import { findBusyLicences } from './machine-moves.ts'

const machineOf = (index: number) => ({ id: `machine-${index}` })
const day = 24 * 60 * 60 * 1000

describeOnBothEngines('the machines of a licence within thirty days', ({ create }) => {
  async function setup({ processes = 1, seats = 1 } = {}) {
    const clock = { now: Date.parse('2026-11-22T01:00:00Z') }
    const { environment } = await create()
    const all = await Promise.all(
      Array.from({ length: processes }, () => openLicensing(environment, () => new Date(clock.now))),
    )
    const [site] = all as [LicensingProcess]
    const { id, key } = await seedLicence(site, { seat_limit: seats })
    const turnOn = (index: number, on = site) => activate(on, { licenceKey: key, machine: machineOf(index) })
    const turnOff = (index: number, on = site) =>
      deactivate(on, { licenceKey: key, machineId: machineOf(index).id })
    /** Activates the licence on a machine and deactivates it. */
    const visit = async (index: number, on = site) => {
      const answer = await turnOn(index, on)
      await turnOff(index, on)
      return 'refused' in answer ? answer : 'on'
    }
    const { db } = site.database
    const mails = () =>
      db.selectFrom('mails').selectAll().where('kind', '=', 'licence_busy').orderBy('created_at').execute()
    const rows = () => db.selectFrom('activations').selectAll().execute()
    const close = () => Promise.all(all.map((each) => each.close()))
    return { clock, all, site, id, db, turnOn, turnOff, visit, mails, rows, close }
  }

  test('are six for one seat; a further one waits until the day on which the first counts no more', async () => {
    const { clock, visit, close } = await setup()
    for (const index of [0, 1, 2, 3, 4, 5]) {
      expect(await visit(index)).toBe('on')
      clock.now += day
    }
    const refused = { refused: 'too_many_moves', until: '2026-12-22' }
    expect(await visit(6)).toEqual(refused)
    // In Sydney, 22 December begins at 13:00 UTC of the day before.
    clock.now = Date.parse('2026-12-21T12:59:59Z')
    expect(await visit(6)).toEqual(refused)
    clock.now = Date.parse('2026-12-21T13:00:00Z')
    expect(await visit(6)).toBe('on')
    expect(await visit(7)).toEqual({ refused: 'too_many_moves', until: '2026-12-23' })
    await close()
  })

  test('are four for each of more seats', async () => {
    const { visit, close } = await setup({ seats: 3 })
    for (let index = 0; index < 12; index++) expect(await visit(index)).toBe('on')
    expect(await visit(12)).toMatchObject({ refused: 'too_many_moves' })
    await close()
  })

  test('never turn away one that the licence was on before, however often and however long ago', async () => {
    const { clock, turnOn, visit, rows, close } = await setup()
    expect(await visit(100)).toBe('on')
    clock.now += 40 * day
    for (const index of [0, 1, 2, 3, 4, 5]) expect(await visit(index)).toBe('on')
    expect(await visit(6)).toMatchObject({ refused: 'too_many_moves' })
    for (let count = 0; count < 10; count++) {
      for (const index of [0, 5, 100]) expect(await visit(index)).toBe('on')
    }
    expect(await turnOn(3)).toMatchObject({ created: true })
    expect(await turnOn(3)).toMatchObject({ created: false })
    // A machine that may come learns that all seats are taken.
    expect(await turnOn(0)).toMatchObject({ refused: 'seat_limit_reached' })
    expect(await rows()).toHaveLength(7)
    await close()
  })

  test('are as many as may be, however many come at once', async () => {
    const { all, turnOn, turnOff, visit, rows, close } = await setup({ processes: 3, seats: 2 })
    for (let index = 0; index < 7; index++) expect(await visit(index)).toBe('on')
    const rivals = Array.from({ length: 20 }, (_, index) => 100 + index)
    const process = (index: number) => all[index % all.length] as LicensingProcess
    const answers = await Promise.all(rivals.map((index) => turnOn(index, process(index))))
    const seated = answers.filter((answer) => !('refused' in answer))
    expect(seated).toHaveLength(1)
    for (const answer of answers.filter((each) => 'refused' in each)) {
      expect(answer).toEqual({ refused: 'too_many_moves', until: '2026-12-22' })
    }
    for (const index of rivals) await turnOff(index)
    await Promise.all([...rivals, ...rivals].map((index) => visit(index + 500, process(index))))
    expect(new Set((await rows()).map(({ machine_id }) => machine_id)).size).toBe(8)
    await close()
  })

  test('are told to the owner once for each licence and window, when one is refused', async () => {
    const { clock, all, visit, mails, close } = await setup({ processes: 2 })
    for (const index of [0, 1, 2, 3, 4, 5]) await visit(index)
    expect(await mails()).toEqual([])
    await Promise.all([6, 7, 8, 9].map((index) => visit(index, all[index % 2])))
    expect(await mails()).toHaveLength(1)
    clock.now += 30 * day
    for (let index = 10; index < 18; index++) await visit(index)
    const told = await mails()
    expect(told).toHaveLength(2)
    expect(told.map(({ params }) => JSON.parse(params))).toMatchObject([
      { plan: 'Studio', licensedTo: 'Ada', machines: 6, until: '2026-12-22' },
      { until: '2027-01-21' },
    ])
    await close()
  })

  test('make a licence busy from three quarters on', async () => {
    const { clock, site, id, db, visit, close } = await setup()
    const { site: rules } = site.library.typed
    const busy = () => findBusyLicences(db, rules, new Date(clock.now))
    for (const index of [0, 1, 2, 3]) await visit(index)
    expect(await busy()).toEqual([])
    await visit(4)
    expect(await busy()).toEqual([{ id, machines: 5, allowed: 6 }])
    const other = await seedLicence(site, { seat_limit: 2 })
    for (let index = 0; index < 8; index++) {
      await activate(site, { licenceKey: other.key, machine: machineOf(index) })
      await deactivate(site, { licenceKey: other.key, machineId: machineOf(index).id })
    }
    const both = [
      { id: other.id, machines: 8, allowed: 8 },
      { id, machines: 5, allowed: 6 },
    ]
    expect(await busy()).toEqual(expect.arrayContaining(both))
    clock.now += 30 * day
    expect(await busy()).toEqual([])
    await close()
  })
})
