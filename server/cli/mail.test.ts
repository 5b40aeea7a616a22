import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { enqueueMail, mailQueue } from '../messages/mail/outbox.ts'
import type { MailRow } from '../runtime/db/rows/mails.ts'
import { runAdmin as admin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnBothEngines('the mail commands', (databases) => {
  const { create } = databases
  const openShop = useShops(databases)
  /** One mail is dead, one was sent. */
  async function setUp() {
    const { database, environment } = await create()
    const at = { now: new Date('2025-01-20T10:00:00Z'), random: randomBytes }
    const rows: MailRow[] = []
    for (const recipient of ['gone@example.com', 'here@example.com']) {
      await enqueueMail(database.db, { kind: 'contact_received', dedupeKey: recipient, recipient }, at)
      rows.push((await mailQueue.lease(database.db, at)) as MailRow)
    }
    const [dead, sent] = rows as [MailRow, MailRow]
    await mailQueue.settle(database.db, dead, { status: 'dead', last_error: 'EENVELOPE: no such user' })
    await mailQueue.settle(database.db, sent, { status: 'sent', sent_at: at.now.toISOString() })
    return { database, environment, dead, sent }
  }

  test('list what became of each mail, and one status alone', async () => {
    const { environment, dead } = await setUp()
    const { stdout } = await admin(environment, 'mail', 'list', '--status', 'dead', '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { id: dead.id, status: 'dead', attempts: 1, nextAttemptAt: null, lastError: 'EENVELOPE: no such user' },
    ])
    const plain = await admin(environment, 'mail', 'list')
    expect(plain.stdout).toMatch(
      /given up {2}“Message received” to gone@example\.com\n.*given up.*\n.*no such user/,
    )
    expect(plain.stdout).toContain('here@example.com')
  })

  test('show what a mail says, without keys and tokens', async () => {
    const shop = await openShop()
    const placed = (await shop.checkOut({ paymentMethod: 'invoice' }).expect(201)).body
    await admin(shop.environment, 'orders', 'mark-paid', placed.order.number)
    const [{ key }] = (await shop.orderOf(placed)).body.lines[0].licences
    const listed = await admin(shop.environment, 'mail', 'list', '--json')
    const { id } = JSON.parse(listed.stdout).find(({ kind }: { kind: string }) => kind === 'order_paid')
    expect((await admin(shop.environment, 'mail', 'list')).stdout).toContain('“Keys and receipt” to ada@')
    const { stdout } = await admin(shop.environment, 'mail', 'show', id)
    expect(stdout).toMatch(/^Mail {6}Keys and receipt$/m)
    expect(stdout).toMatch(/^To {8}ada@example\.com$/m)
    expect(stdout).toContain(`ending ${key.slice(-4)}`)
    expect(stdout).not.toContain(key)
    expect(stdout).not.toMatch(/token=\w/)
    const raw = JSON.parse((await admin(shop.environment, 'mail', 'show', id, '--json')).stdout)
    expect(raw).toMatchObject({ id, kind: 'order_paid', carries: 'keys_receipt', status: 'queued' })
    expect((await admin(shop.environment, 'mail', 'show', 'mail_x')).stderr).toBe('There is no such mail.\n')
  })

  test('bring back what was given up, and say of what can’t be', async () => {
    const { database, environment, dead, sent } = await setUp()
    const named = await admin(environment, 'mail', 'retry', sent.id)
    expect(named).toEqual({
      status: 1,
      stdout: '0 mails are due now.\n',
      stderr: `Not there, or sent already: ${sent.id}\n`,
    })
    const all = await admin(environment, 'mail', 'retry', '--dead', '--json')
    expect(JSON.parse(all.stdout)).toEqual({ retried: [dead.id], unknown: [] })
    expect(await mailQueue.list(database.db, { status: 'queued', limit: 9 })).toHaveLength(1)
  })
})

test('a wrong option is told plainly', async () => {
  const nothing = { DATA_DIR: 'test-results/data' }
  expect((await admin(nothing, 'mail', 'retry')).stderr).toContain('Which mails?')
  expect((await admin(nothing, 'mail', 'list', '--status', 'lost')).stderr).toContain(
    'queued (waiting), retried, sent, dead (given up)',
  )
  expect((await admin(nothing, 'mail', 'list', '--help')).stdout).toContain('mail list [--status')
})
