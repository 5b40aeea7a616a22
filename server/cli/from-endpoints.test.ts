import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'

test.each([
  'codes add CODE [--percent N] [--amount 458.00] [--skus SKU,…] [--for new|renewal|any] [--from DAY] [--to DAY] [--max-uses N] [--max-uses-per-address N] [--note TEXT] [--json]',
  'codes end CODE [--yes | --dry-run] [--json]',
  'licences enrol ID|KEY|- N DAY [--reason TEXT] [--json]',
  'licences end-enrolment ID|KEY|- ENROLMENT [--reason TEXT] [--json]',
  'licences move ID|KEY|- EMAIL [--keep-key] [--reason TEXT] [--json]',
  'licences replace-key ID|KEY|- [--reason TEXT] [--json]',
  'licences revoke ID|KEY|- [--reason TEXT] [--yes | --dry-run] [--json]',
  'licences seats ID|KEY|- N [--reason TEXT] [--json]',
  'licences updates-until ID|KEY|- DAY [--reason TEXT] [--json]',
  'messages not-spam REFERENCE [--json]',
  'orders buyer ORDER [--name NAME] [--company NAME] [--abn ABN] [--nzbn NZBN] [--vat-id ID] [--po TEXT] [--address TEXT] [--address2 TEXT] [--city TEXT] [--state TEXT] [--postcode TEXT] [--email ADDRESS] [--country CODE] [--reason TEXT] [--json]',
  'orders move-credit ORDER OTHER [--json]',
  'orders refund-sent ORDER [--amount 458.00] [--date DAY] [--reference TEXT] [--json]',
  'orders cancel ORDER [--dry-run] [--json]',
  'orders note ORDER TEXT [--json]',
  'quotes resend QUOTE [--json]',
  'quotes withdraw QUOTE [--reason TEXT] [--yes | --dry-run] [--json]',
])('%s', async (usage) => {
  const [noun = '', verb = ''] = usage.split(' ')
  const { stdout } = await runAdmin({}, noun, verb, '--help')
  expect(stdout.split('npm run admin -- ')[1]).toBe(`${usage}\n`)
})

describeOnBothEngines('a command of an address', ({ create }) => {
  test('names what is missing or wrong, and changes nothing', async () => {
    const { database, environment } = await create()
    const said = async (...args: string[]) => (await runAdmin(environment, ...args)).stderr
    const issue = ['--sku', 'solo', '--name', 'Ada', '--email', 'ada@example.com', '--reason', 'A prize']
    const { id } = JSON.parse((await runAdmin(environment, 'licences', 'issue', ...issue, '--json')).stdout)
    expect(await said('licences', 'seats')).toMatch(/^Which licence\?/)
    for (const verb of ['rename', 'remove']) {
      expect((await runAdmin(environment, 'accounts', verb)).status).toBe(2)
    }
    expect(await said('licences', 'seats', id)).toBe(
      'Which N? licences seats ID|KEY|- N [--reason TEXT] [--json]\n',
    )
    expect(await said('licences', 'seats', id, 'two')).toBe('N: Enter a whole number.\n')
    expect(await said('licences', 'seats', id, '2', '3')).toBe('Too many arguments: 3\n')
    expect(await said('licences', 'seats', id, '2', '--revision', 'x')).toContain(
      'There is no option --revision',
    )
    expect(await said('licences', 'updates-until', id, 'May')).toBe('DAY: a day reads 2026-11-22\n')
    expect(await said('codes', 'add', 'CREW10', '--amount', '5')).toContain(
      '--amount: write the sum with its',
    )
    const { seat_limit: seats } = await database.db
      .selectFrom('licences')
      .select('seat_limit')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(seats).toBe(1)
  })

  test('acts in the name of the command line, for a reason', async () => {
    const { database, environment } = await create()
    const issue = ['--sku', 'solo', '--name', 'Ada', '--email', 'ada@example.com', '--reason', 'A prize']
    const run = (...args: string[]) => runAdmin(environment, 'licences', ...args)
    const { id } = JSON.parse((await run('issue', ...issue, '--json')).stdout)
    const shown = JSON.parse((await run('seats', id, '2', '--reason', 'A laptop', '--json')).stdout)
    expect(shown).toMatchObject({ id, status: 'active', seats: 2, email: 'ada@example.com' })
    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['who', 'after'])
      .where('act', '=', 'licence.seats_set')
      .execute()
    expect(entries).toEqual([
      { who: 'command line', after: JSON.stringify({ seats: 2, reason: 'A laptop' }) },
    ])
  })
})
