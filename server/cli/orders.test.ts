import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { runAdmin, runAdminWithInput } from '../testing/support/admin.ts'
import { describeOnEitherEngine } from '../testing/support/databases.ts'
import { stripeEnvironment, useShops } from '../testing/support/shop.ts'

describeOnEitherEngine('the orders commands', (databases) => {
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

    expect(
      JSON.parse((await orders('refund', number, '--amount=8.00', '--yes', '--json')).stdout),
    ).toMatchObject({
      status: 'partially_refunded',
      refunded: 800,
    })
    expect((await orders('refund', number, '--amount', '450.01')).stderr).toContain('$450.00 is left')
    expect(JSON.parse((await orders('refund', number, '--yes', '--json')).stdout)).toMatchObject({
      status: 'refunded',
    })
    expect((await orders('resend', number)).status).toBe(0)

    const shown = JSON.parse((await orders('show', number, '--json')).stdout)
    expect(shown).toMatchObject({ number, receivedAmount: 45_800, lines: [{ sku: 'studio', qty: 2 }] })
    expect(shown.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'receipt',
      'adjustment_note',
      'adjustment_note',
    ])
    expect(shown.mails.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'order_awaited_notice',
      'order_paid',
      'order_paid_notice',
      'order_received',
      'order_refund_notice',
      'order_refund_notice',
      'order_refunded',
      'order_refunded',
      'order_refunded',
    ])
    expect((await shop.orderOf(placed)).body.lines[0].licences[0].status).toBe('revoked')

    expect((await orders('revoke-links', number, '--yes')).stdout).toContain(number)
    await shop.orderOf(placed).expect(404)
  })

  test('an order reads as on the desk, with the words of its notes, and stays raw as JSON', async () => {
    const { shop, orders } = await setUp()
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    await orders('note', number, 'Calls back')
    expect((await orders('list')).stdout).toMatch(/ awaiting payment .* transfer /)
    expect((await orders('list', '--json')).stdout).toContain('"status": "pending"')
    await orders('mark-paid', number)
    const { stdout } = await orders('show', number)
    expect(stdout).toMatch(/ The customer ordered$/m)
    expect(stdout).toMatch(/ The command line wrote a note; Note: Calls back$/m)
    expect(stdout).toMatch(/ The shop marked the order as paid; was awaiting payment$/m)
    expect(stdout).toMatch(/^ {2}licence lic_\w+ {2}key ending \w{4} {2}on$/m)
    expect(stdout).toMatch(/^ {2}mail “Keys and receipt” to ada@example\.com: /m)
    expect(stdout).not.toMatch(/pending|order\.\w+|order_paid/)
  })

  test('a discounted order shows its code and what that took off', async () => {
    const { shop, orders } = await setUp()
    await runAdmin(shop.environment, 'codes', 'add', 'CREW10', '--percent', '10')
    const placed = shop.checkOut({ paymentMethod: 'invoice', code: 'CREW10', expectedTotal: 41_220 })
    const { number } = (await placed.expect(201)).body.order
    expect((await orders('show', number)).stdout).toMatch(
      /^ {2}2 × Studio {2}\$412\.20 {2}Code CREW10, 10% off: −\$45\.80$/m,
    )
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
    const unset = await runAdmin(shop.environment, 'orders', 'refund', bought.order.id)
    expect(unset.stderr).toContain('Set STRIPE_SECRET_KEY')
    expect((await orders('refund', bought.order.id, '--yes')).stdout).toContain('refunded')
    expect(shop.stripe.refundedOf(session)).toBe(45_800)

    expect((await orders('cancel', unwanted.order.number)).stdout).toContain('cancelled')
    expect(shop.stripe.sessionOf(unwanted.order.id).status).toBe('expired')
    expect((await orders('cancel', bought.order.number)).stderr).toContain('is refunded')
  })

  test('are found by e-mail, text, day and status, in any case', async () => {
    const { shop, orders } = await setUp()
    const customer = { name: 'Ada Byron', email: 'Ada.Byron@Example.COM', country: 'AU' } as const
    const place = (change: object) => shop.checkOut({ paymentMethod: 'invoice', ...change }).expect(201)
    const { number } = (await place({ customer, purchaseOrder: 'PO-7_781' })).body.order
    const other = (await place({ purchaseOrder: 'PO-77781' })).body.order.number
    const move = (name: string, createdAt: string) =>
      shop.ctx.database.db
        .updateTable('orders')
        .set({ created_at: createdAt })
        .where('number', '=', name)
        .execute()
    await move(number, '2026-10-04T12:59:59.999Z')
    await move(other, '2026-10-04T13:00:00.000Z')
    const found = async (...args: string[]) =>
      JSON.parse((await orders('list', '--json', ...args)).stdout).map(
        (order: { number: string }) => order.number,
      )
    expect(await found('--email', 'ada.byron@example.com')).toEqual([number])
    expect(await found('--q', 'po-7_78')).toEqual([number])
    expect(await found('--q', 'BYRON')).toEqual([other, number])
    expect(await found('--q', 'po')).toEqual([other, number])
    expect(await found('--q', 'po', '--email', 'ADA.byron@example.com')).toEqual([number])
    expect(await found('--q', 'po', '--limit', '1')).toEqual([other])
    expect(await found('--sort=createdAt')).toEqual([number, other])
    expect(await found('--method', 'card')).toEqual([])
    expect(await found('--method', 'transfer', '--status', 'paid,pending')).toEqual([other, number])
    expect((await orders('list', '--method', 'cash')).stderr).toContain('--method is one of card, transfer')
    expect(await found('--to', '2026-10-04')).toEqual([number])
    expect(await found('--from', '2026-10-04', '--to', '2026-10-05', '--status', 'pending')).toEqual([
      other,
      number,
    ])
    expect(await found('--from', '2026-10-05')).toEqual([other])
    expect((await orders('list', '--from', '5.10.2026')).stderr).toContain('--from: a day reads 2026-11-22')
    const csv = await orders('list', '--csv', '--to', '2026-10-04')
    expect(csv.stdout.split('\r\n')).toEqual([
      expect.stringMatching(/^number,placed,status,paid by,name,/),
      expect.stringMatching(`^${number},2026-10-04 23:59,pending,transfer,Ada Byron,`),
      '',
    ])
  })

  test('show what the buyer told, what went back and when, and the licences, which name the order', async () => {
    const { shop, orders } = await setUp()
    const customer = { name: 'Ada', email: 'ada@example.com', country: 'AU', abn: '51 824 753 556' } as const
    const placed = (await shop.checkOut({ paymentMethod: 'invoice', customer, purchaseOrder: 'PO-7' })).body
    const { number } = placed.order
    await orders('mark-paid', number)
    await orders('refund', number, '--amount', '$8.00', '--yes')
    const { stdout } = await orders('show', number)
    expect(stdout).toContain('ABN 51824753556')
    expect(stdout).toContain('purchase order PO-7')
    expect(stdout).toContain('refunded $8.00 of $458.00')
    expect(stdout).toMatch(/tax invoice INV-000001 {2}\$458\.00 {2}\d{4}-\d\d-\d\d \d\d:\d\d AE[DS]T\n/)
    expect(stdout).toMatch(/adjustment note ADJ-000001 {2}\$8\.00 {2}\d{4}-\d\d-\d\d \d\d:\d\d AE[DS]T\n/)
    const [licence] = JSON.parse((await orders('show', number, '--json')).stdout).licences
    const licences = (...args: string[]) => runAdmin(shop.environment, 'licences', ...args)
    expect((await licences('show', licence.id)).stdout).toMatch(new RegExp(`^order +${number}$`, 'm'))
    expect((await licences('list')).stdout).toContain(`${licence.id}  on  Studio`)
    expect((await licences('list')).stdout).toContain(number)
  })

  test('take the VAT ID of a buyer abroad, and keep it when another member is corrected', async () => {
    const { shop, orders } = await setUp()
    const customer = { name: 'Jo Müller', email: 'jo@example.com', country: 'DE' } as const
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice', customer })).body.order
    expect((await orders('buyer', number, '--vat-id', 'FR1')).stderr).toContain(
      'A VAT ID of Germany is DE and 9 digits.',
    )
    expect((await orders('buyer', number, '--country', 'XX')).stderr).toBe(
      '--country: A country is two letters, such as AU.\n',
    )
    expect((await orders('buyer', number, '--abn', '123')).stderr).toBe(
      '--abn: No ABN has these digits. Compare them with your records, or leave it empty.\n',
    )
    expect((await orders('note', number, ' ')).stderr).toBe('The note: Write a note.\n')
    await orders('buyer', number, '--vat-id', 'DE123456789')
    await orders('buyer', number, '--po', 'PO-8')
    const { stdout } = await orders('show', number)
    expect(stdout).toContain('VAT ID DE123456789')
    expect(stdout).toContain('PO-8')
  })

  test('show documents without tax under names without tax', async () => {
    const { shop, orders } = await setUp()
    const customer = { name: 'Aroha', email: 'aroha@example.com', country: 'NZ' } as const
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice', customer })).body.order
    await orders('cancel', number)
    const { stdout } = await orders('show', number)
    expect(stdout).toMatch(/^ {2}invoice INV-000001 /m)
    expect(stdout).toMatch(/^ {2}credit note ADJ-000001 /m)
  })

  test('refund a renewal by setting its licence back, in the words of the desk', async () => {
    const { shop, orders } = await setUp()
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' })).body
    await orders('mark-paid', placed.order.number)
    const { lines } = (await shop.orderOf(placed)).body
    const [{ key }] = lines[0].licences
    const before = JSON.parse((await orders('show', placed.order.number, '--json')).stdout).licences[0]
    const { order } = await shop.placeChangeOrder(key, { renew: 1 })
    await orders('mark-paid', order.number)
    const { stdout } = await orders('refund', order.number, '--dry-run')
    const until = formatDate(dayIn('Australia/Sydney', before.updatesUntil))
    expect(stdout).toContain(`back to Studio, 3 machines, updates until ${until}`)
    expect(stdout).not.toContain('revoke')
  })

  test('say before a refund which credit stays', async () => {
    const { shop, orders } = await setUp()
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice' })).body.order
    await orders('mark-paid', number, '--amount', '465.00')
    expect((await orders('refund', number, '--dry-run')).stdout).toBe(
      `This would refund $458.00 of order ${number}, and revoke its keys, and keep the credit of $7.00, which can be refunded on its own. Nothing was done.\n`,
    )
  })

  test('give back what a cancelled order holds', async () => {
    const { shop, orders } = await setUp()
    const { number } = (await shop.checkOut({ paymentMethod: 'invoice' })).body.order
    await orders('mark-paid', number, '--amount', '40.00')
    const paid = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body.order
    await orders('mark-paid', paid.number)
    await orders('refund', paid.number, '--amount', '1.00', '--yes')
    for (const dryRun of [['--dry-run'], []]) {
      const refused = await orders('cancel', paid.number, ...dryRun)
      expect(refused).toMatchObject({
        status: 1,
        stdout: '',
        stderr: `Order ${paid.number} is partly refunded.\n`,
      })
    }
    expect((await orders('cancel', number, '--dry-run')).stdout).toBe(
      `This would cancel order ${number}, and keep $40.00 as credit to give back. Nothing was done.\n`,
    )
    await orders('cancel', number)
    const { stdout } = await orders('show', number)
    expect(stdout).toContain('credit to refund $40.00')
    expect(stdout).not.toContain('outstanding')
    const aside = await orders('refund', number, '--credit', '--amount', '5.00', '--reason', 'Odd', '--yes')
    expect([aside.status, aside.stderr]).toEqual([
      2,
      '--credit pays the whole credit back, so leave --amount and --reason out.\n',
    ])
    expect((await orders('refund', number, '--credit', '--dry-run')).stdout).toBe(
      `This would tell the books that $40.00 of order ${number} went back, and its buyer, too. Nothing was done.\n`,
    )
    await orders('refund', number, '--credit', '--yes')
    expect((await orders('show', number)).stdout).not.toContain('credit to refund')
    expect((await orders('refund', number, '--credit', '--yes')).stderr).toBe(
      `Order ${number} has no credit.\n`,
    )
  })

  test('try a failed refund again, or record that it went back by transfer', async () => {
    const { shop, orders } = await setUp()
    const bought = await shop.placeCardOrder()
    const { number } = bought.order
    shop.stripe.pay(shop.stripe.sessionOf(bought.order.id))
    await shop.orderOf(bought).expect(200)
    expect((await orders('refund', number, '--again', '--yes')).stderr).toBe(
      `No refund of order ${number} has failed.\n`,
    )
    shop.stripe.refundsTurn = 'failed'
    await orders('refund', number, '--yes')
    expect((await orders('refund', number, '--again', '--dry-run')).stdout).toBe(
      `This would try once more to refund $458.00 of order ${number}. Nothing was done.\n`,
    )
    expect(await orders('refund', number, '--again', '--yes')).toMatchObject({ status: 0 })
    expect((await orders('show', number)).stdout).toContain('refund failed $458.00')
    expect((await orders('refund', number, '--by-transfer', '--dry-run')).stdout).toContain(
      `tell the books that $458.00 of order ${number} went back by transfer`,
    )
    expect(await orders('refund', number, '--by-transfer', '--yes')).toMatchObject({ status: 0 })
    const { stdout } = await orders('show', number)
    expect(stdout).not.toContain('refund failed $')
    expect(stdout).toContain('The command line sent a refund by transfer; Sum: $458.00')
  })

  test('do nothing for good unless somebody agrees', async () => {
    const { shop, orders } = await setUp()
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' })).body
    const { number } = placed.order
    const typed = (input: string, ...args: string[]) =>
      runAdminWithInput(input, shop.environment, 'orders', ...args)
    const status = async () => (await shop.orderOf(placed)).body.status
    await orders('mark-paid', number)
    expect(await orders('refund', number)).toMatchObject({
      status: 1,
      stderr: `This would refund $458.00 of order ${number}, and revoke its keys, for good. Nothing was done: add --yes to do it.\n`,
    })
    expect((await orders('refund', number, '--amount', '1.00', '--dry-run')).stdout).toBe(
      `This would refund $1.00 of order ${number}. Nothing was done.\n`,
    )
    expect(JSON.parse((await orders('revoke-links', number, '--dry-run', '--json')).stdout)).toEqual({
      dryRun: true,
      plan: `revoke every link to order ${number}`,
    })
    expect(await typed('yes\n', 'refund', number)).toMatchObject({ status: 1, stdout: '' })
    expect(await status()).toBe('paid')
    expect((await typed(`${number}\n`, 'refund', number)).stdout).toContain('refunded')
    expect(await status()).toBe('refunded')
  })
})

test('what is wrong is said in a line', async () => {
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'site-')) }
  await runAdmin(environment, 'db', 'migrate')
  const said = async (...args: string[]) => (await runAdmin(environment, 'orders', ...args)).stderr
  expect(await said('show')).toBe('Which order? Give its number, such as 2026-000123, or its id.\n')
  expect(await said('show', '2026-999999')).toBe('There is no order 2026-999999.\n')
  expect(await said('show', '2026-999999', 'json')).toBe('Too many arguments: json\n')
  for (const act of ['refund', 'mark-paid']) {
    for (const amount of ['45800', '0.00', '1.505', 'x']) {
      expect(await said(act, 'x', '--amount', amount)).toContain(
        'write the sum with its cents, such as 458.00',
      )
    }
  }
  expect(await said('list', '--status', 'lost')).toContain(
    '--status is one of pending (awaiting payment), paid',
  )
  expect((await runAdmin(environment, 'orders', '--help')).stdout).toContain('orders mark-paid ORDER')
})
