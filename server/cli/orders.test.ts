import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signingKeyFile } from '../keys/signing-key-file.ts'
import { runAdmin } from '../testing/admin.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { stripeEnvironment, useShops } from '../testing/shop.ts'

describeOnBothEngines('the orders commands', (databases) => {
  const openShop = useShops(databases)

  async function setUp() {
    const shop = await openShop()
    const environment = { ...shop.environment, ...stripeEnvironment(shop.stripe) }
    const orders = (...args: string[]) => runAdmin(environment, 'orders', ...args)
    return { shop, orders }
  }

  test('an order by invoice is marked paid, refunded in two parts and sent again', async () => {
    const { shop, orders } = await setUp()
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    const { number } = placed.order
    expect((await orders('list', '--status', 'pending')).stdout).toContain(number)

    expect((await orders('mark-paid', number)).stdout).toContain('paid')
    const { body } = await shop.orderOf(placed)
    expect(body).toMatchObject({ status: 'paid', invoice: { number: 'INV-000001' } })
    expect(body.lines[0].licences).toHaveLength(2)
    const again = await orders('mark-paid', number)
    expect([again.status, again.stderr]).toEqual([1, `Order ${number} is paid already.\n`])

    expect(JSON.parse((await orders('refund', number, '--amount=800', '--json')).stdout)).toMatchObject({
      status: 'partially_refunded',
      refunded: 800,
    })
    expect((await orders('refund', number, '--amount', '45001')).stderr).toContain('45000 cents are left')
    expect(JSON.parse((await orders('refund', number, '--json')).stdout)).toMatchObject({
      status: 'refunded',
    })
    expect((await orders('resend', number)).status).toBe(0)

    const shown = JSON.parse((await orders('show', number, '--json')).stdout)
    expect(shown).toMatchObject({ number, receivedAmount: 45_800, lines: [{ sku: 'studio', qty: 2 }] })
    expect(shown.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'adjustment_note',
      'adjustment_note',
    ])
    expect(shown.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'order_paid',
      'order_received',
      'order_refunded',
      'order_refunded',
      'order_refunded',
    ])
    expect((await shop.orderOf(placed)).body.lines[0].licences[0].status).toBe('revoked')

    expect((await orders('revoke-links', number)).stdout).toContain(number)
    await shop.orderOf(placed).expect(404)
  })

  test('a card payment goes back through Stripe, once, and a cancelled order can’t be paid any more', async () => {
    const { shop, orders } = await setUp()
    const [bought, unwanted] = [await shop.placeCardOrder(), await shop.placeCardOrder()]
    const session = shop.stripe.sessionOf(bought.order.id)
    const listed = await orders('list', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([{ customer: { email: 'ada@example.com' } }, {}])
    const shown = await orders('show', bought.order.id, '--json')
    for (const { stdout } of [listed, shown]) {
      expect(stdout).not.toContain(session.id)
      expect(stdout).not.toMatch(/"\w+_\w+":/)
    }
    shop.stripe.pay(session)
    await shop.orderOf(bought).expect(200)
    expect((await orders('refund', bought.order.id)).stdout).toContain('refunded')
    expect(session.payment_intent?.latest_charge.amount_refunded).toBe(45_800)

    expect((await orders('cancel', unwanted.order.number)).stdout).toContain('cancelled')
    expect(shop.stripe.sessionOf(unwanted.order.id).status).toBe('expired')
    expect((await orders('cancel', bought.order.number)).stderr).toContain('is refunded')
  })
})

test('what is wrong is said in a line', async () => {
  const environment = { DATA_DIR: 'test-results/data' }
  const said = async (...args: string[]) => (await runAdmin(environment, 'orders', ...args)).stderr
  expect(await said('show')).toBe('Which order? Give its number, such as 2026-000123, or its id.\n')
  expect(await said('show', '2026-999999')).toBe('There is no order 2026-999999.\n')
  expect(await said('show', '2026-999999', 'json')).toBe('Too many arguments: json\n')
  expect(await said('refund', 'x', '--amount', '1.50')).toContain('whole number of cents')
  expect(await said('list', '--status', 'lost')).toContain('--status is one of pending, paid')
  expect((await runAdmin(environment, 'orders', '--help')).stdout).toContain('orders mark-paid ORDER')
})

test('the database is migrated once, and copied while it is open', async () => {
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) }
  expect((await runAdmin(environment, 'db', 'migrate')).stdout).toContain('0001-shop')
  expect((await runAdmin(environment, 'db', 'migrate')).stdout).toBe('The database is up to date.\n')
  const beside = `${environment.DATA_DIR}/copy.db`
  expect(JSON.parse((await runAdmin(environment, 'db', 'backup', beside, '--json')).stdout)).toMatchObject({
    file: beside,
    signingKey: null,
  })
  expect((await runAdmin(environment, 'db', 'backup', beside)).stderr).toContain('exists already')
  // A site that made its signing key itself has it beside its database.
  const key = `${environment.DATA_DIR}/licence-signing-key.pem`
  const pem = signingKeyFile(environment.DATA_DIR)
  const backUp = (name: string, more = {}) =>
    runAdmin({ ...environment, ...more }, 'db', 'backup', `${environment.DATA_DIR}/${name}`)
  expect((await backUp('second.db')).stdout).toContain(`Keep ${key} too`)
  expect((await backUp('third.db', { LICENCE_SIGNING_KEY: pem })).stdout).not.toContain('Keep')
})
