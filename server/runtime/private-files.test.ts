import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import { createSite } from '../app.ts'
import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { startJobs } from '../jobs.ts'
import { cartBody, newKey, passing } from '../testing/support/shop.ts'
import { createLineLog } from '../testing/support/test-app.ts'
import { openSqlite } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { signingKeyFile } from './keys/signing-key-file.ts'
import { filesOpenToOthers } from './private-files.ts'

/** Creates a folder as operators do. */
function openFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'site-'))
  chmodSync(dir, 0o755)
  return dir
}

test('files that the site writes into an existing folder are its owner’s alone', async () => {
  const dir = openFolder()
  mkdirSync(join(dir, 'cache'))
  const ctx = await createContext(readConfig({ DATA_DIR: dir }), { ...createLineLog(), verifier: passing })
  await supertest(createSite(ctx))
    .post('/api/checkout')
    .set('Idempotency-Key', newKey())
    .send(cartBody({ paymentMethod: 'invoice' }))
    .expect(201)
  const jobs = startJobs(ctx)
  await vi.waitFor(() => expect(readdirSync(join(dir, 'mail'))).toHaveLength(2), 60_000)
  await jobs.stop()
  const written = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  for (const file of ['site.db', 'site.db-wal', 'site.db-shm', 'licence-signing-key.pem', 'cache/content.db'])
    expect(written).toContain(file)
  expect(filesOpenToOthers(dir)).toEqual([])
  expect(statSync(join(dir, 'mail')).mode & 0o777).toBe(0o700)
  await ctx.close()
})

test('others lose their access to a database, a key and the files beside them', async () => {
  const dir = openFolder()
  const file = join(dir, 'site.db')
  const first = openSqlite(file)
  await migrate(first)
  signingKeyFile(dir)
  for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o644)
  expect(filesOpenToOthers(dir)).toHaveLength(4)

  const second = openSqlite(file)
  signingKeyFile(dir)
  expect(filesOpenToOthers(dir)).toEqual([])
  await migrate(second)
  await Promise.all([first.close(), second.close()])
})
