import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** The folder of an installed PostgreSQL with its tools; null without one. */
export const installedPostgres =
  globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => ['initdb', 'pg_ctl', 'pg_dump', 'createdb'].every((tool) => existsSync(join(bin, tool))))
    .sort()
    .at(-1) ?? null

/**
 * Starts the installed version, so that `pg_dump` fits. PostgreSQL refuses root, so root runs it as `postgres`.
 * @returns its address without a database, and how to end it
 */
export async function startInstalledPostgres(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = process.getuid?.() === 0 ? userPostgres() : null
  if (user) chownSync(folder, user.uid, user.gid)
  const port = await freePort()
  const data = join(folder, 'data')
  const run = (tool: string, ...args: string[]) =>
    execFileSync(join(bin, tool), args, {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: '/usr/bin:/bin' },
    })
  run('initdb', '-D', data, '-U', 'site', '-A', 'trust', '--encoding=UTF8', '--locale=C')
  const options = `-F -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  run('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start')
  return {
    url: `postgres://site@127.0.0.1:${port}`,
    createDatabase: (name: string) =>
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'site', name),
    stop() {
      run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The package's own user of the data folder. */
function userPostgres(): { uid: number; gid: number } {
  const { uid, gid } = statSync('/var/lib/postgresql')
  return { uid, gid }
}
