import { Socket } from 'node:net'
import { userInfo } from 'node:os'
import type { Client, Pool } from 'pg'
import { driverAddress, wantsTls } from './postgres-address.ts'

/** Time to wait for a connection. */
const connectionTimeoutMillis = 5000

/** No visitor waits for the first connection, and a busy machine reads the answer late. */
const firstConnectionTimeoutMillis = 30_000

/** Time after which the server ends a statement, or an idle transaction. */
const longestMs = 30_000

/** A reachable server has answered by then. */
export const silenceMs = longestMs + 10_000

/** Older connections are replaced, as they may lead to a server that became read-only in a failover. */
const longestLifeSeconds = 300

export type PoolOptions = { max: number; waitMs?: number; silentMs?: number | undefined }

/**
 * @param max connections of this process
 * @param waitMs time to wait for a connection
 * @param silentMs silence after which a connection in use counts as broken; by default never
 * @throws the server's error if it is asked whether it speaks TLS
 */
export async function openPool(
  address: string,
  { max, waitMs = connectionTimeoutMillis, silentMs }: PoolOptions,
): Promise<Pool> {
  const { default: pg } = await import('pg')
  // The driver returns 64-bit counts as text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.defaults.user = systemUser() ?? pg.defaults.user
  const tls = wantsTls(address) ?? (await speaksTls(pg.Client, address))
  const pool = new pg.Pool({
    connectionString: driverAddress(address, tls),
    max,
    ...(silentMs !== undefined && { stream: () => openImpatient(silentMs) }),
    connectionTimeoutMillis: waitMs,
    maxLifetimeSeconds: longestLifeSeconds,
    // A dead process's transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: longestMs,
    statement_timeout: longestMs,
    // Leaves the other cores to visitors during a report.
    options: '-c max_parallel_workers_per_gather=0 -c work_mem=16MB',
  })
  // The pool replaces broken idle connections, but without a listener the error would end the process.
  pool.on('error', () => {})
  // A connection that breaks within a transaction fails its next statement, so this error is ignored.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** User for an address without one, as for `psql`. The driver would take $USER, which cron doesn't set. */
function systemUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // A container's user may have no name.
    return undefined
  }
}

/** A machine that disappears closes no connection, and the system waits a quarter of an hour for it. */
function openImpatient(ms: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(ms, () =>
    socket.destroy(new Error('Connection terminated: the database is silent')),
  )
}

/** node-postgres lacks libpq's `prefer` mode, which tries TLS first. */
async function speaksTls(PostgresClient: typeof Client, address: string): Promise<boolean> {
  const client = new PostgresClient({
    connectionString: driverAddress(address, true),
    connectionTimeoutMillis: firstConnectionTimeoutMillis,
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
