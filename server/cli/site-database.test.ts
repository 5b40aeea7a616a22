import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runtime/root.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines, describeOnSqlite } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

test.each([
  ['orders', 'list'],
  ['licences', 'list'],
  ['keys', 'show'],
  ['mail', 'list'],
  ['messages', 'list'],
  ['db', 'backup', 'copies'],
])('%s %s makes no database where the site has none', async (...command) => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'nobody-')), 'data')
  const { status, stderr } = await runAdmin({ DATA_DIR: dataDir }, ...command)
  expect([status, stderr]).toEqual([1, expect.stringContaining(`There is no database at ${dataDir}`)])
  expect(existsSync(dataDir)).toBe(false)
})

test('a folder that can’t be read isn’t taken for one without a database', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'loop-')), 'data')
  symlinkSync(dataDir, dataDir)
  const { status, stderr } = await runAdmin({ DATA_DIR: dataDir }, 'orders', 'list')
  expect([status, stderr]).toEqual([
    1,
    `The database at ${join(dataDir, 'site.db')} can’t be read as this user (ELOOP). Run this command as the user that the site runs as.\n`,
  ])
})

test('db migrate makes one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'new-'))
  expect(await runAdmin({ DATA_DIR: dataDir }, 'db', 'migrate')).toMatchObject({ status: 0 })
  expect(readdirSync(dataDir)).toContain('site.db')
})

test('a relative DATA_DIR is the same from every working directory', async () => {
  const environment = { DATA_DIR: 'test-results/data-nowhere' }
  const { stderr } = await runFrom(tmpdir(), environment)
  expect(stderr).toContain(`Database: ${join(root, 'test-results/data-nowhere/site.db')}\n`)
})

describeOnBothEngines('a command', (databases) => {
  const openShop = useShops(databases)

  test('says which database it uses, without its password and beside what programs read', async () => {
    const { environment } = await openShop()
    const { stdout, stderr } = await runFrom(process.cwd(), environment, '--json')
    expect(JSON.parse(stdout)).toEqual([])
    const { DATABASE_URL: address, DATA_DIR } = environment
    const name = address
      ? `PostgreSQL at ${decodeURIComponent(address).replace(/.*@|\?.*/g, '')}`
      : join(DATA_DIR, 'site.db')
    expect(stderr).toBe(`Database: ${name}\n`)
  })
})

describeOnSqlite('a command', (databases) => {
  const openShop = useShops(databases)

  test('that backs up a database without orders says so', async () => {
    const { environment, placeCardOrder } = await openShop()
    const suspicion = 'There are no orders in this database.'
    const newDir = () => mkdtempSync(join(tmpdir(), 'backup-'))
    const backUp = async () => (await runAdmin(environment, 'db', 'backup', newDir())).stderr
    expect(await backUp()).toContain(suspicion)
    await placeCardOrder()
    expect(await backUp()).not.toContain(suspicion)
  })
})

const main = join(root, 'dist/server/admin.js')

function runFrom(cwd: string, environment: NodeJS.ProcessEnv, ...options: string[]) {
  return new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const args = [main, 'orders', 'list', ...options]
    execFile(process.execPath, args, { cwd, env: environment }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })
}
