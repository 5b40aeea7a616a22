import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { runTool } from './postgres-tools.ts'

export type Contents = {
  /** Number of rows by table. */
  tables: Record<string, number>
  lastOrder: { number: string; createdAt: string } | null
  /** `kid` of the signing key that decrypts the copy's secrets. */
  signingKey: string | null
}

/** Reads every row. @throws Error for a damaged copy */
export function readCopy(file: string, environment: NodeJS.ProcessEnv): Promise<Contents> {
  return file.endsWith('.dump') ? readArchive(file, environment) : readSqlite(file)
}

async function readSqlite(file: string): Promise<Contents> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const value = (query: string) => Object.values(database.prepare(query).get() ?? {})[0]
    const problem = value('pragma integrity_check')
    if (problem !== 'ok') throw new Error(`${file} is damaged: ${problem}`)
    if (value('pragma foreign_key_check') !== undefined)
      throw new Error(`${file} lacks rows that others name.`)
    const names = database
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .all()
      .map(({ name }) => String(name))
    const last = database.prepare('select number, created_at from orders order by number desc limit 1').get()
    return {
      tables: Object.fromEntries(
        names.map((name) => [name, Number(value(`select count(*) from "${name}"`))]),
      ),
      lastOrder: last ? { number: String(last.number), createdAt: String(last.created_at) } : null,
      signingKey: (value('select kid from data_secrets') as string | undefined) ?? null,
    }
  } finally {
    database.close()
  }
}

/** `pg_restore` writes the archive as a script, whose rows this counts. */
function readArchive(file: string, environment: NodeJS.ProcessEnv): Promise<Contents> {
  return runTool('pg_restore', ['--file=-', file], { environment }, readScript)
}

async function readScript(script: Readable): Promise<Contents> {
  const contents: Contents = { tables: {}, lastOrder: null, signingKey: null }
  let copying: { table: string; columns: string[] } | null = null
  for await (const line of createInterface({ input: script })) {
    if (line === '\\.') copying = null
    else if (copying) readRow(copying, line.split('\t'))
    else copying = readCopyStatement(line)
    if (copying) contents.tables[copying.table] ??= 0
  }
  return contents

  function readRow({ table, columns }: NonNullable<typeof copying>, values: string[]): void {
    contents.tables[table] = (contents.tables[table] ?? 0) + 1
    const value = (column: string) => values[columns.indexOf(column)] ?? ''
    if (table === 'data_secrets') contents.signingKey = value('kid')
    if (table === 'orders' && value('number') > (contents.lastOrder?.number ?? '')) {
      contents.lastOrder = { number: value('number'), createdAt: value('created_at') }
    }
  }
}

/** Parses `COPY public.orders (id, number) FROM stdin;`. */
function readCopyStatement(line: string): { table: string; columns: string[] } | null {
  const [, table, columns = ''] = /^COPY [^.\s]+\.(\S+) \((.*)\) FROM stdin;$/.exec(line) ?? []
  return table ? { table, columns: columns.split(', ').map((name) => name.replaceAll('"', '')) } : null
}
