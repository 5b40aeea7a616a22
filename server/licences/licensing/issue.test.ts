import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readLicenceKey } from '#shared/licensing/pasted-key.ts'
import { createNudge } from '../../messages/mail/nudge.ts'
import { written } from '../../runtime/db/rows/buyer.ts'
import type { OrderLineRow } from '../../runtime/db/rows/orders.ts'
import { anyOrder, anyOrderLine } from '../../testing/support/any-order.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { type LicensingProcess, openLicensing } from '../../testing/support/licensing.ts'
import { activate } from './activate.ts'
import { setStatus } from './acts.ts'
import { issueLicences, licencesOfOrder, setLicencesOfOrder } from './issue.ts'
import { findLicence } from './licences.ts'

describeOnEitherEngine('licences of an order', ({ create }) => {
  async function setup() {
    const { environment } = await create()
    const [site, other] = [await openLicensing(environment), await openLicensing(environment)]
    await site.database.db.insertInto('orders').values(written(order)).execute()
    await site.database.db.insertInto('order_lines').values(lines).execute()
    const close = () => Promise.all([site.close(), other.close()])
    return { site, other, close, db: site.database.db, keyring: site.keyring }
  }

  test('are issued once, one for each piece, however often and by however many', onBoth, async () => {
    const { site, other, close, db, keyring } = await setup()
    await Promise.all([site, other, site, other].map((process) => issue(process)))
    const issued = await licencesOfOrder(db, order.id, keyring)
    expect(issued.map(({ lineId }) => lineId)).toEqual(['lin_1', 'lin_1', 'lin_1', 'lin_2'])
    expect(new Set(issued.map(({ key }) => key)).size).toBe(4)
    for (const { key } of issued) expect(readLicenceKey(key)).toBe(key)
    expect(issued.at(-1)).toMatchObject({ status: 'active', seats: { limit: 3, used: 0 } })
    expect(issued[0]?.updatesUntil).toBe('2027-02-28T12:59:59.999Z')
    await close()
  })

  test('can be activated as soon as they are there, and their seats are counted', async () => {
    const { site, close, db, keyring } = await setup()
    await issue(site)
    const [first] = await licencesOfOrder(db, order.id, keyring)
    const machine = { id: 'machine-0' }
    expect(await activate(site, { licenceKey: first?.key ?? '', machine })).toMatchObject({ created: true })
    const used = (await licencesOfOrder(db, order.id, keyring)).map(({ seats }) => seats.used)
    expect(used).toEqual([1, 0, 0, 0])
    await close()
  })

  test('follow their order, and once revoked they stay so', async () => {
    const { site, close, db, keyring } = await setup()
    await issue(site)
    const statuses = async () => [
      ...new Set((await licencesOfOrder(db, order.id, keyring)).map((licence) => licence.status)),
    ]
    const context = { ...site.library.typed, now: new Date(), random: randomBytes }
    const follow = (status: 'active' | 'suspended' | 'revoked') =>
      db.transaction().execute((trx) => setLicencesOfOrder(trx, order, { status }, context))
    await follow('suspended')
    expect(await statuses()).toEqual(['suspended'])
    const [first] = await licencesOfOrder(db, order.id, keyring)
    expect(await activate(site, { licenceKey: first?.key ?? '', machine: { id: 'machine-0' } })).toEqual({
      refused: 'licence_suspended',
    })
    await follow('active')
    expect(await statuses()).toEqual(['active'])
    const licence = await findLicence(db, first?.key ?? '', keyring)
    await setStatus({ ...site, outbox: createNudge() }, Object(licence).id, 'suspended', {
      who: 'command line',
    })
    await follow('active')
    expect(await statuses()).toContain('suspended')
    await follow('revoked')
    await follow('active')
    expect(await statuses()).toEqual(['revoked'])
    await close()
  })

  test('lie in the database without a whole key', async () => {
    const { site, close, db, keyring } = await setup()
    await issue(site)
    const stored = JSON.stringify(await db.selectFrom('licences').selectAll().execute())
    for (const { key } of await licencesOfOrder(db, order.id, keyring)) {
      expect(stored).not.toContain(key)
      expect(stored).not.toContain(key.replaceAll('-', ''))
    }
    await close()
  })
})

function issue({ database, keyring, clock, library }: LicensingProcess) {
  const issuing = { keyring, random: randomBytes, now: clock(), ...library.typed }
  return database.db.transaction().execute((trx) => issueLicences(trx, { order, lines }, issuing))
}

const order = anyOrder({ created_at: '2026-08-31T10:00:00.000Z', paid_at: '2026-08-31T10:00:00.000Z' })

const lines: OrderLineRow[] = [
  line({ id: 'lin_1', position: 0, sku: 'solo', name: 'Solo', qty: 3, seats: 1, updates_months: 6 }),
  line({ id: 'lin_2', position: 1, sku: 'studio', name: 'Studio', qty: 1, seats: 3, updates_months: 12 }),
]

function line(part: Partial<OrderLineRow> & { qty: number }): OrderLineRow {
  return anyOrderLine({ unit_amount: 8900, amount: 8900 * part.qty, tax: 809, ...part })
}
