import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { settle } from '../../shop/orders/settle.ts'
import { type DatabaseEnvironment, describeOnBothEngines } from '../../testing/support/databases.ts'
import { openShop, type TestShop, useShops } from '../../testing/support/shop.ts'
import { copyDatabase, isFull } from './copy-database.ts'

const signingKey = 'licence-signing-key.pem'

describeOnBothEngines('a copy of the database', (databases) => {
  const openOne = useShops(databases)

  if (databases.engine === 'postgres') {
    test('is pg_dump’s archive, or one plain sentence where pg_dump is missing or too old', async () => {
      const { environment } = await databases.create()
      const file = newFile('site.dump')
      const outcome = await copyDatabase(readConfig(environment), file, process.env).catch(
        (error: Error) => error,
      )
      expect(existsSync(`${file}.part`)).toBe(false)
      if (outcome instanceof Error) {
        expect(outcome.message).toMatch(/^pg_dump (isn’t installed|failed: )/)
        expect(outcome.message).not.toContain('postgres://')
        expect(existsSync(file)).toBe(false)
      } else expect(outcome.bytes).toBeGreaterThan(1000)
    })
    return
  }

  test('made while orders are written holds everything acknowledged before, and nothing by halves', async () => {
    const shop = await openOne()
    const acknowledged: string[] = []
    let writing = true
    const buyers = Array.from({ length: 3 }, async () => {
      while (writing) acknowledged.push(await buy(shop))
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(10)
    const before = [...acknowledged]
    const { restored, bytes } = await restore(shop.environment).finally(() => {
      writing = false
    })
    await Promise.all(buyers)
    const after = acknowledged.length
    expect(bytes).toBeGreaterThan(10_000)

    // Another site starts on the copy with DATA_DIR's keys.
    const closing: (() => Promise<unknown>)[] = []
    const drill = await openShop(restored, closing)
    const { db } = drill.ctx.database
    const orders = await db.selectFrom('orders').select(['id', 'status']).execute()
    const paid = orders.filter(({ status }) => status === 'paid').map(({ id }) => id)
    expect(paid).toEqual(expect.arrayContaining(before))
    expect(after).toBeGreaterThan(before.length)
    const invoices = await db.selectFrom('invoices').select('order_id').execute()
    expect(invoices.map(({ order_id }) => order_id).sort()).toEqual(paid.sort())
    const licences = await db.selectFrom('licences').select('id').execute()
    expect(licences).toHaveLength(2 * paid.length)
    // One mail to each buyer, and the owner's summary.
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(paid.length + 1)
    await drill.placeCardOrder()
    for (const close of closing.reverse()) await close()
  })

  test('is its owner’s alone, and doesn’t write over a file that is there', async () => {
    const shop = await openOne()
    const file = newFile('site.db')
    await copyDatabase(readConfig(shop.environment), file, {})
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(copyDatabase(readConfig(shop.environment), file, {})).rejects.toThrow('exists already')
  })
})

test.each([
  [
    'postgres://site:s%40cret@db.example.com:6543/shop?sslmode=verify-full&options=-c%20search_path%3Dshop',
    'postgres://site@db.example.com:6543/shop?sslmode=verify-full&options=-c%20search_path%3Dshop&sslrootcert=system',
  ],
  [
    'postgres:///shop?host=/run/postgresql&user=site&password=s%40cret',
    'postgres:///shop?host=%2Frun%2Fpostgresql&user=site',
  ],
  [
    'postgres://site:s%40cret@%2Frun%2Fpostgresql/shop?sslmode=no-verify',
    'postgres://site@%2Frun%2Fpostgresql/shop?sslmode=require',
  ],
])('pg_dump of %s is told everything, and its password by the environment alone', async (url, dbname) => {
  const bin = mkdtempSync(join(tmpdir(), 'bin-'))
  const report = `#!/bin/sh\nfor last; do :; done\nprintf '%s\\n%s\\n%s' "$last" "$*" "$PGPASSWORD" > "\${2#--file=}"\n`
  writeFileSync(join(bin, 'pg_dump'), report, { mode: 0o755 })
  const file = newFile('site.dump')
  await copyDatabase(readConfig({ DATABASE_URL: url }), file, { PATH: bin })
  const [last, all, password] = readFileSync(file, 'utf8').split('\n')
  expect(last).toBe(`--dbname=${dbname}`)
  expect(all).not.toContain('cret')
  expect(password).toBe('s@cret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a full disk of the copy is named, and nothing is left on it', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'bin-'))
  const says = 'pg_dump: error: could not write to output file: No space left on device'
  writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\necho '${says}' >&2\nexit 1\n`, { mode: 0o755 })
  const file = newFile('site.dump')
  await expect(
    copyDatabase(readConfig({ DATABASE_URL: 'postgres://h/d' }), file, { PATH: bin }),
  ).rejects.toThrow(new Error(`There is no room for the copy in ${dirname(file)}.`))
  expect(readdirSync(dirname(file))).toEqual([])
  expect(isFull(Object.assign(new Error('database or disk is full'), { errcode: 13 }))).toBe(true)
  expect(isFull(Object.assign(new Error('database is locked'), { errcode: 5 }))).toBe(false)
})

async function buy(shop: TestShop): Promise<string> {
  const { order } = await shop.placeCardOrder()
  shop.stripe.pay(shop.stripe.sessionOf(order.id))
  await settle(shop.ctx, order.id)
  return order.id
}

/** Another site's folder with the copy and the signing key. */
async function restore(
  environment: DatabaseEnvironment,
): Promise<{ restored: DatabaseEnvironment; bytes: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'restored-'))
  const { bytes } = await copyDatabase(readConfig({ ...environment }), join(dir, 'site.db'), {})
  copyFileSync(join(environment.DATA_DIR, signingKey), join(dir, signingKey))
  return { restored: { DATA_DIR: dir }, bytes }
}

function newFile(name: string): string {
  return join(mkdtempSync(join(tmpdir(), 'backup-')), name)
}
