import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type PostgresServer, startPostgres, testCertificate } from '../../testing/support/postgres.ts'
import { copyDatabase } from '../backups/copy-database.ts'
import { openDatabase } from './database.ts'
import { driverAddress, toolAddress, withSslVariables } from './postgres-address.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres({ tlsOnly: true })
})
afterAll(() => server.stop())

const certificate = { PGSSLROOTCERT: testCertificate }
const verified = { ...certificate, PGSSLMODE: 'verify-full' }

test.each([
  ['a bare address, as platforms give it', '127.0.0.1', '', {}],
  ['sslmode=require', '127.0.0.1', '?sslmode=require', {}],
  ['sslmode=no-verify', '127.0.0.1', '?sslmode=no-verify', {}],
  ['PGSSLMODE=no-verify', '127.0.0.1', '', { PGSSLMODE: 'no-verify' }],
  ['sslmode=no-verify, whatever certificate is named', '127.0.0.1', '?sslmode=no-verify', certificate],
  ['sslmode=verify-ca, whatever the name of the host', '127.0.0.1', '?sslmode=verify-ca', certificate],
  ['sslmode=verify-full', 'localhost', '?sslmode=verify-full', certificate],
  ['PGSSLMODE=verify-full', 'localhost', '', verified],
])('a server that wants TLS is reached by %s', async (_title, host, query, environment) => {
  expect(await connect(host, query, environment)).toBe(true)
})

test.each([
  ['plain', '127.0.0.1', '?sslmode=disable', {}, 'no encryption'],
  ['without its certificate', 'localhost', '?sslmode=verify-full', {}, 'self-signed'],
  ['by another name than its certificate’s', '127.0.0.1', '', verified, 'does not match certificate'],
])('a server that wants TLS is not reached %s', async (_title, host, query, environment, reason) => {
  await expect(connect(host, query, environment)).rejects.toThrow(reason)
})

test('a server without TLS is reached by a bare address, and not where TLS is asked for', async () => {
  const socket = `${inject('postgresUrl')}/postgres`
  const address = socket.replace(/@[^:]+/, '@127.0.0.1')
  expect(await isEncrypted({ DATABASE_URL: address })).toBe(false)
  const demanding = isEncrypted({ DATABASE_URL: `${address}?sslmode=require` })
  await expect(demanding).rejects.toThrow('does not support SSL')
  // As for `psql`, a socket has none.
  expect(await isEncrypted({ DATABASE_URL: `${socket}?sslmode=verify-full` })).toBe(false)
})

test('a server that is away when it is asked for TLS is asked again', async () => {
  const database = await openDatabase(readConfig({ DATABASE_URL: addressOf('127.0.0.1', '') }))
  await server.halt()
  await expect(database.ping()).rejects.toThrow('ECONNREFUSED')
  await server.resume()
  await database.ping()
  await database.close()
})

test.each([
  ['127.0.0.1', '', {}],
  ['127.0.0.1', '?sslmode=no-verify', certificate],
  ['127.0.0.1', '', { PGSSLMODE: 'no-verify' }],
  ['127.0.0.1', '?sslmode=require&uselibpqcompat=true', {}],
  ['localhost', '?sslmode=verify-full', certificate],
  ['localhost', '', verified],
])('pg_dump reaches %s%s as the site does', async (host, query, environment) => {
  const file = join(mkdtempSync(join(tmpdir(), 'backup-')), 'site.dump')
  const config = readConfig({ DATABASE_URL: addressOf(host, query), ...environment })
  const outcome = await copyDatabase(config, file, { ...process.env, ...environment }).catch(
    (error: Error) => error,
  )
  // Only a connection shows that pg_dump is older than the server.
  if (outcome instanceof Error) expect(outcome.message).toMatch(/isn’t installed|server version mismatch/)
  else expect(statSync(file).size).toBeGreaterThan(0)
})

test.each([
  ['postgres://u:p@h/d?ssl=true', 'postgres://u:p@h/d?sslmode=require'],
  ['postgres://u:p@h/d?sslmode=disable', 'postgres://u:p@h/d?sslmode=disable'],
  ['postgres://u:p@h/d', 'postgres://u:p@h/d?sslmode=verify-full'],
])('the address %s comes before PGSSLMODE', (address, whole) => {
  expect(withSslVariables(address, { mode: 'verify-full' })).toBe(whole)
})

test('a server that a public authority certifies is verified without a file', () => {
  const address = 'postgres://u@h/d?sslmode=verify-full'
  expect(driverAddress(`${address}&sslrootcert=system`, true)).toBe(`${address}&uselibpqcompat=true`)
  expect(toolAddress(address).dbname).toBe(`${address}&sslrootcert=system`)
})

test.each([
  ['DATABASE_URL', 'postgres://u:p@h/d?sslmode=on'],
  ['PGSSLMODE', 'on'],
  ['PGSSLROOTCERT', '/nowhere/root.crt'],
  ['DATABASE_POOL_MAX', '1'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: found`)
})

test('DATABASE_POOL_MAX bounds the connections of a process', async () => {
  const address = `${inject('postgresUrl')}/postgres`
  const database = await openDatabase(readConfig({ DATABASE_URL: address, DATABASE_POOL_MAX: '3' }))
  const pids = Array.from({ length: 12 }, (_, index) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(
      index % 2 ? database.db : database.reports,
    ),
  )
  const used = (await Promise.all(pids)).map(({ rows: [row] }) => row?.pid)
  expect(new Set(used).size).toBe(3)
  await database.close()
})

function connect(host: string, query: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  return isEncrypted({ DATABASE_URL: addressOf(host, query), ...environment })
}

function addressOf(host: string, query: string): string {
  return `${server.url.replace('127.0.0.1', host)}/postgres${query}`
}

async function isEncrypted(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const database = await openDatabase(readConfig(environment))
  try {
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.db)
    return rows[0]?.ssl ?? false
  } finally {
    await database.close()
  }
}
