import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { settle } from '../../shop/orders/settle.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import type { DatabaseEnvironment } from '../../testing/support/databases.ts'
import { installedPostgres, startInstalledPostgres } from '../../testing/support/installed-postgres.ts'
import { openShop } from '../../testing/support/shop.ts'
import { giveSigningKey } from '../../testing/support/signing-key.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { makeBackup } from './backup.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('on SQLite', () => rehearse(() => ({ DATA_DIR: newDir() })))

describe.skipIf(installedPostgres === null)('on PostgreSQL, with its own pg_dump', () => {
  let server: Awaited<ReturnType<typeof startInstalledPostgres>>
  let count = 0
  beforeAll(async () => {
    server = await startInstalledPostgres(String(installedPostgres))
  })
  afterAll(() => server.stop())

  rehearse(() => {
    const name = `shop${count++}`
    server.createDatabase(name)
    return {
      DATABASE_URL: `${server.url}/${name}?sslmode=disable`,
      DATA_DIR: newDir(),
      PATH: `${installedPostgres}:${process.env.PATH}`,
    }
  })
})

/** @param create gives each site an empty database */
function rehearse(create: () => DatabaseEnvironment & { PATH?: string }): void {
  test('a backup is verified, restored elsewhere, and the shop goes on where it was', async () => {
    const environment = create()
    const { placed } = await sell(environment)
    const dir = newDir()
    const { status, stdout, stderr } = await runAdmin(environment, 'db', 'backup', dir, '--json')
    expect([status, stderr]).toEqual([0, ''])
    const { file, keyFile, tables, lastOrder, signingKey } = JSON.parse(stdout)
    expect(tables).toMatchObject({ orders: 1, invoices: 1, licences: 2 })
    expect(lastOrder.number).toBe(placed.number)
    expect(signingKey).toMatch(/^[0-9a-f]{16}$/)
    expect((await runAdmin(environment, 'db', 'verify', file)).stdout).toContain('1 orders')

    expect(await runAdmin(environment, 'db', 'restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/site\.db is there|has tables/),
    })
    const elsewhere = create()
    const restored = await runAdmin(elsewhere, 'db', 'restore', file)
    expect([restored.status, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain(`the last ${placed.number}`)
    expect(restored.stdout).toContain(`signing key ${signingKey} isn't here`)
    copyFileSync(keyFile, join(elsewhere.DATA_DIR, 'licence-signing-key.pem'))

    const drill = await openShop(elsewhere, closing)
    await drill.orderOf(placed.order).expect(200)
    const { order } = await drill.placeCardOrder()
    expect(order.number > placed.number).toBe(true)
  })

  test('a backup that was cut off or changed is refused, and not restored', async () => {
    const environment = create()
    await sell(environment)
    const { stdout } = await runAdmin(environment, 'db', 'backup', newDir(), '--json')
    const { file, bytes } = JSON.parse(stdout)
    const changed = Buffer.from(readFileSync(file))
    changed.writeUInt8(changed.readUInt8(bytes >> 1) ^ 255, bytes >> 1)
    writeFileSync(file, changed)
    expect((await runAdmin(environment, 'db', 'verify', file)).stderr).toContain('hash differs')
    truncateSync(file, bytes - 100)
    const elsewhere = create()
    const { status, stderr } = await runAdmin(elsewhere, 'db', 'restore', file)
    expect([status, stderr]).toEqual([1, expect.stringContaining(`and had ${bytes}`)])
    expect(existsSync(join(elsewhere.DATA_DIR, 'site.db'))).toBe(false)
  })
}

test('a database of an older version is copied before it is migrated', async () => {
  const environment = { DATA_DIR: newDir() }
  await runAdmin(environment, 'db', 'migrate')
  const older = new DatabaseSync(join(environment.DATA_DIR, 'site.db'))
  older.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)')
  older.close()
  expect((await runAdmin(environment, 'orders', 'list')).stderr).toContain('older than this version')
  const { status, stdout } = await runAdmin(environment, 'db', 'backup', newDir())
  expect([status, stdout]).toEqual([0, expect.stringContaining('opened again and read')])
})

test('the last backups are kept, and other files of the folder too', async () => {
  const environment = { DATA_DIR: newDir() }
  await runAdmin(environment, 'db', 'migrate')
  const dir = newDir()
  writeFileSync(join(dir, 'notes.txt'), '')
  for (const day of ['01', '02', '03', '04']) {
    const now = new Date(`2026-11-${day}T03:00:00Z`)
    await makeBackup(readConfig(environment), dir, { keep: 2, now, environment: {} })
  }
  const names = ['site-2026-11-03T03-00-00Z.db', 'site-2026-11-04T03-00-00Z.db']
  expect(readdirSync(dir).sort()).toEqual(['notes.txt', ...names.flatMap((name) => [name, `${name}.json`])])
})

test('a copy that can’t be read again is no backup: it is deleted, and the older ones stay', async () => {
  const environment = { DATA_DIR: newDir() }
  await runAdmin(environment, 'db', 'migrate')
  const dir = newDir()
  const options = { keep: 1, environment: {} }
  const now = new Date('2026-11-01T03:00:00Z')
  const { file } = await makeBackup(readConfig(environment), dir, { ...options, now })
  violateForeignKey(join(environment.DATA_DIR, 'site.db'))
  const next = makeBackup(readConfig(environment), dir, { ...options, now: new Date('2026-11-02T03:00:00Z') })
  await expect(next).rejects.toThrow('lacks rows')
  expect(readdirSync(dir).map((name) => join(dir, name))).toEqual([file, `${file}.json`])
})

function violateForeignKey(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma foreign_keys = off')
  database.exec("insert into order_events values ('event', 'no order', '2026-11-01', 'placed', '')")
  database.close()
}

async function sell(environment: DatabaseEnvironment) {
  const config = readConfig(environment)
  const database = await openDatabase(config)
  await migrate(database)
  await database.close()
  if (environment.DATABASE_URL) giveSigningKey(environment.DATA_DIR)
  const shop = await openShop(environment, closing)
  const order = await shop.placeCardOrder()
  shop.stripe.pay(shop.stripe.sessionOf(order.order.id))
  await settle(shop.ctx, order.order.id)
  return { placed: { number: order.order.number, order } }
}

function newDir(): string {
  return mkdtempSync(join(tmpdir(), 'backups-'))
}
