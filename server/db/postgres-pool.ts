import type { Client, Pool } from 'pg'
import { driverAddress, wantsTls } from './postgres-address.ts'

const connectionTimeoutMillis = 5000

/**
 * @param max connections of this process
 * @throws what the server answers when it is asked whether it speaks TLS, unless the address says so itself
 */
export async function openPool(address: string, max = 10): Promise<Pool> {
  const { default: pg } = await import('pg')
  // Counts come as 64-bit numbers, which the driver hands over as text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const tls = wantsTls(address) ?? (await speaksTls(pg.Client, address))
  const pool = new pg.Pool({
    connectionString: driverAddress(address, tls),
    max,
    connectionTimeoutMillis,
    // A transaction of a process that is gone must not hold its locks for good.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same of one that breaks in a transaction, between two statements: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Connects once as libpq's `prefer` does first; node-postgres has no such mode. */
async function speaksTls(PostgresClient: typeof Client, address: string): Promise<boolean> {
  const client = new PostgresClient({
    connectionString: driverAddress(address, true),
    connectionTimeoutMillis,
  })
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as Error).message === 'The server does not support SSL connections') return false
    throw error
  } finally {
    await client.end()
  }
}
