import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate } from '../licences/licensing/activate.ts'
import { deactivate } from '../licences/licensing/deactivate.ts'
import { ownedLicence } from '../licences/licensing/issue.ts'
import { runAdmin, runAdminWithInput } from '../testing/support/admin.ts'
import { openLicensing, seedLicence } from '../testing/support/licensing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'licences-'))
const ada = ['--name', 'Ada', '--email', 'ada@example.com']
const prize = ['--reason', 'A prize']

beforeAll(() => runAdmin({ DATA_DIR: dataDir }, 'db', 'migrate'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('licences are issued, shown, suspended, reinstated, revoked, and their seats released', async () => {
  const issued = await run('issue', '--sku', 'solo', ...ada, ...prize, '--json')
  const { id, key } = JSON.parse(issued.stdout)
  const site = await openLicensing({ DATA_DIR: dataDir })
  await activate(site, { licenceKey: key, machine: { id: 'machine-0001' } })
  await site.close()

  expect((await run('list', '--email', 'ADA@example.COM')).stdout).toContain(`${id}  on  Solo`)
  expect((await run('list', '--email', 'nobody@example.com')).stdout).toBe('No licences.\n')
  expect((await run('list', '--q', 'ada', '--status', 'active')).stdout).toContain(id)
  expect((await run('list', '--q', 'ada', '--status', 'on')).stdout).toContain(id)
  for (const none of [
    ['--q', 'ada', '--status', 'revoked'],
    ['--q', 'ada', '--email', 'nobody@example.com'],
    ['--q', 'ada', '--busy'],
    ['--status', 'suspended'],
  ]) {
    expect(JSON.parse((await run('list', ...none, '--json')).stdout)).toEqual([])
  }

  const shown = await run('show', key, '--json')
  expect(shown.stdout).not.toContain(key)
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, seats: 1, machines: [{ machineId: 'machine-0001' }] })
  const told = (await run('show', id)).stdout
  expect(told).toMatch(/^status +on$/m)
  expect(told).toMatch(new RegExp(`^keyHint +ending ${key.slice(-4)}$`, 'm'))
  expect((await run('list')).stdout).toContain(`Solo  key ending ${key.slice(-4)}`)
  const [raw] = JSON.parse((await run('list', '--json')).stdout)
  expect(raw).toMatchObject({ status: 'active', keyHint: `…-${key.slice(-4)}` })
  expect((await run('show', id, '--reveal')).stdout).toContain(key)

  const tooEarly = await run('updates-until', id, '1999-01-01')
  expect([tooEarly.status, tooEarly.stderr]).toEqual([
    1,
    expect.stringMatching(/^The licence was issued on /),
  ])

  const typed = (...args: string[]) =>
    runAdminWithInput(`${key}\n`, { DATA_DIR: dataDir }, 'licences', ...args)
  expect(JSON.parse((await typed('show', '-', '--json')).stdout)).toMatchObject({ id })
  expect(await typed('release-seat', '-', 'machine-none')).toEqual({
    status: 1,
    stdout: '',
    stderr: `machine-none holds no seat of ${id}.\n`,
  })
  expect((await typed('suspend', '-')).stdout).toBe(`${id} is suspended.\n`)
  expect((await typed('reinstate', '-')).stdout).toBe(`${id} is on.\n`)
  expect((await runAdminWithInput('\n', { DATA_DIR: dataDir }, 'licences', 'show', '-')).stderr).toContain(
    'Which licence?',
  )
  expect((await run('show', '--help')).stdout).toContain('- reads the key from standard input')

  const released = await run('release-seat', id, 'machine-0001', '--json')
  expect(JSON.parse(released.stdout)).toEqual({ id, released: true })
  const again = await run('release-seat', id, 'machine-0001', '--json')
  expect([again.status, JSON.parse(again.stdout)]).toEqual([1, { id, released: false }])

  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['suspend', 'suspended'],
    ['reinstate', 'on'],
    ['revoke', 'revoked'],
  ] as const) {
    expect(await run(verb, id, ...(verb === 'revoke' ? ['--yes'] : []))).toMatchObject({
      status: 0,
      stdout: `${id} is ${status}.\n`,
    })
  }
  const refused = await run('reinstate', id)
  expect([refused.status, refused.stderr]).toEqual([1, `${id} is revoked, and that is for good.\n`])
})

test('a key is mailed where that is asked for, and never lies in the outbox', async () => {
  const given = [
    'issue',
    '--sku',
    'solo',
    '--name',
    'Ada',
    '--email',
    'press@example.com',
    ...prize,
    '--json',
  ]
  await run(...given)
  const { key, id } = JSON.parse((await run(...given, '--mail')).stdout)
  const { stdout } = await runAdmin({ DATA_DIR: dataDir }, 'mail', 'list', '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ kind: 'licence_issued', recipient: 'press@example.com' }])
  const site = await openLicensing({ DATA_DIR: dataDir })
  const [row] = await site.database.db.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(key)
  expect(await ownedLicence(site.database.db, id, site.keyring)).toMatchObject({
    key,
    plan: 'Solo',
    seats: { limit: 1 },
  })
  await site.close()
})

test('seats are chosen with the licence, and changed later', async () => {
  const { stdout } = await run('issue', '--sku', 'solo', ...ada, ...prize, '--seats', '3', '--json')
  const { id } = JSON.parse(stdout)
  const seats = async () => JSON.parse((await run('show', id, '--json')).stdout).seats
  expect(await seats()).toBe(3)
  await run('seats', id, '5', '--reason', 'A second studio')
  expect(await seats()).toBe(5)
})

test('a move replaces the key, unless it keeps it', async () => {
  const issued = await run('issue', '--sku', 'solo', ...ada, ...prize, '--json')
  const { id, key } = JSON.parse(issued.stdout)
  expect(await run('move', id, 'grace@example.com', '--keep-key')).toMatchObject({ status: 0 })
  expect(JSON.parse((await run('show', key, '--json')).stdout)).toMatchObject({ email: 'grace@example.com' })
  expect(await run('move', key, 'eve@example.com')).toMatchObject({ status: 0 })
  expect((await run('show', key)).stderr).toContain(`This key was replaced. Its licence is ${id}.`)
  expect(JSON.parse((await run('show', id, '--json')).stdout)).toMatchObject({ email: 'eve@example.com' })
})

test('tokens for many machines are made, listed and ended', async () => {
  const issued = await run('issue', '--sku', 'studio', ...ada, ...prize, '--json')
  const { id, key } = JSON.parse(issued.stdout)
  const made = await run('enrol', id, '2', '2099-12-31', '--reason', 'A school')
  const [enrolmentId = '', token = ''] = made.stdout.trim().split('\n')
  expect([enrolmentId, token]).toEqual([
    expect.stringMatching(/^enr_/),
    expect.stringMatching(/^TEAM(-\w{4}){6}$/),
  ])
  const site = await openLicensing({ DATA_DIR: dataDir })
  await activate(site, { licenceKey: token, machine: { id: 'machine-0001' } })
  await site.close()

  const listed = await run('enrolments', key)
  expect(listed.stdout).toBe(`${enrolmentId}  token ending ${token.slice(-4)}  1/2  until 2099-12-31\n`)
  const whole = JSON.parse((await run('enrolments', id, '--reveal', '--json')).stdout)
  expect(whole).toMatchObject([{ id: enrolmentId, token, seats: { limit: 2, used: 1 } }])
  expect(await run('enrol', id, '2', '1999-12-31')).toMatchObject({ status: 1, stdout: '' })

  const ended = await run('end-enrolment', id, enrolmentId)
  expect([ended.status, ended.stdout]).toEqual([0, 'The token takes no more seats.\n'])
  expect((await run('end-enrolment', id, enrolmentId)).status).toBe(1)
  expect((await run('enrolments', id)).stdout).toBe('No tokens.\n')
})

test('busy licences are listed, and helped by forgetting the machines they were on', async () => {
  const site = await openLicensing({ DATA_DIR: dataDir })
  const { id, key } = await seedLicence(site, { seat_limit: 1 })
  const turnOn = (index: number) => activate(site, { licenceKey: key, machine: { id: `machine-${index}` } })
  for (let index = 0; index < 6; index++) {
    if (index > 0) await deactivate(site, { licenceKey: key, machineId: `machine-${index - 1}` })
    await turnOn(index)
  }
  await seedLicence(site)
  const listed = await run('list', '--busy')
  expect(listed.stdout.match(/^lic_/gm)).toHaveLength(1)
  expect(listed.stdout).toContain(`${id}  on  Studio`)
  expect(listed.stdout).toContain('lately on 6 of 6 machines')
  expect(await turnOn(6)).toMatchObject({ refused: 'too_many_moves' })

  expect((await run('forget-machines', id)).stdout).toBe(`${id}: 5 machines are forgotten.\n`)
  expect(await turnOn(6)).toMatchObject({ refused: 'seat_limit_reached' })
  expect(JSON.parse((await run('list', '--busy', '--json')).stdout)).toEqual([])
  await site.close()
})

test('what is wrong is said in a line', async () => {
  expect((await run('issue', '--sku', 'sofa', ...ada, ...prize)).stderr).toBe(
    'There is no product "sofa", only solo, studio, facility.\n',
  )
  const issue = (name: string, email: string, reason: string) =>
    run('issue', '--sku', 'solo', '--name', name, '--email', email, '--reason', reason)
  expect((await issue('A', 'a@b', 'A prize')).stderr).toBe(
    '--email: Enter an email such as name@example.com.\n',
  )
  expect((await issue('A\r\nB', 'a@example.com', 'A prize')).stderr).toBe('--name: Only text in one line.\n')
  expect((await issue('A', 'a@example.com', ' ')).stderr).toBe('--reason: Say why.\n')
  expect((await run('issue', '--sku', 'solo', ...ada)).stderr).toContain('--email and --reason are needed')
  expect((await run('issue', '--sku', 'solo', ...ada, ...prize, '--seats', '99999')).stderr).toBe(
    '--seats: At most 10,000, not "99999"\n',
  )
  expect((await run('issue', '--sku', 'solo', ...ada, ...prize, '--seats', '1.5')).stderr).toBe(
    '--seats: Enter a whole number, not "1.5"\n',
  )
  expect((await run('show', 'lic_none')).stderr).toBe('"lic_none" is neither a licence’s id nor a key.\n')
  expect((await run('list', '--status', 'off')).stderr).toContain('--status is one of active (on), suspended')
  expect((await run('list', '--limit', '0')).stderr).toContain('--limit: "0"')
})

function run(...args: string[]) {
  return runAdmin({ DATA_DIR: dataDir }, 'licences', ...args)
}
