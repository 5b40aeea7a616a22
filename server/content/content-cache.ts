import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { claimDatabase } from '../runtime/private-files.ts'

/** Stores parse results on disk. Everything can be parsed again, so a damaged file only costs time. */
export type ContentCache = {
  read(kind: Kind, key: string): unknown
  write(kind: Kind, key: string, value: unknown): void
  /** Deletes all other entries of the kind, so that edits don't fill the disk. */
  retain(kind: Kind, keys: string[]): void
  close(): void
}

type Kind = 'folder' | 'markdown' | 'yaml'

/** @param version deletes entries of other versions @returns undefined if the folder isn't writable */
export function openContentCache(dir: string, version: string): ContentCache | undefined {
  const file = join(dir, 'content.db')
  const code = `${process.version} ${version}`
  const database = attempt(() => open(file, code)) ?? attempt(() => openAnew(file, code))
  if (!database) return undefined
  const select = database.prepare('select value from entry where code = ? and kind = ? and key = ?')
  const insert = database.prepare('insert or replace into entry values (?, ?, ?, ?)')
  const clear = database.prepare('delete from entry where kind = ?')
  const forget = database.prepare(
    'delete from entry where kind = ? and key not in (select value from json_each(?))',
  )
  return {
    read: (kind, key) =>
      attempt(() => {
        const row = select.get(code, kind, key) as { value: Uint8Array } | undefined
        return row && deserialize(row.value)
      }),
    write(kind, key, value) {
      attempt(() => {
        if (kind === 'folder') clear.run(kind)
        insert.run(code, kind, key, serialize(value))
      })
    },
    retain(kind, keys) {
      attempt(() => forget.run(kind, JSON.stringify(keys)))
    },
    close: () => database.close(),
  }
}

export function remember<Value>(
  cache: ContentCache | undefined,
  kind: Kind,
  key: string,
  make: () => Value,
): Value {
  const known = cache?.read(kind, key) as Value | undefined
  if (known !== undefined) return known
  const value = make()
  cache?.write(kind, key, value)
  return value
}

function openAnew(file: string, code: string): DatabaseSync {
  rmSync(file, { force: true })
  return open(file, code)
}

function open(file: string, code: string): DatabaseSync {
  claimDatabase(file)
  const database = new DatabaseSync(file, { timeout: 1_000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = off')
  database.exec(
    'create table if not exists entry (code text, kind text, key text, value blob, primary key (code, kind, key))',
  )
  database.prepare('delete from entry where code <> ?').run(code)
  return database
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
