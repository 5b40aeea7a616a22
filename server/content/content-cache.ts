import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'

/**
 * What was made from content before, on disk: of kind `folder` the last one, of kinds `markdown` and `yaml` what was
 * parsed of it, of kind `image` the sizes.
 * Everything in it can be made again, so a damaged or unwritable file only costs time.
 */
export type ContentCache = {
  read(kind: Kind, key: string): unknown
  write(kind: Kind, key: string, value: unknown): void
  /** Forgets all other entries of a kind, so that edits don't fill the disk. */
  retain(kind: Kind, keys: string[]): void
  close(): void
}

type Kind = 'folder' | 'markdown' | 'yaml' | 'image'

export const contentCacheFile = 'content.db'

/**
 * Opens the cache in a folder, which is made where it is missing. One that holds nothing of this code begins with what
 * the cache of the folder `seed` holds, such as the build's.
 */
export function openContentCache(dir: string, seed?: string): ContentCache {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, contentCacheFile)
  const code = codeVersion()
  const database = attempt(() => open(file, code)) ?? openAnew(file, code)
  if (seed) attempt(() => beginWith(join(seed, contentCacheFile), database, code))
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

/** What was made before under this key, or what `make` makes now; without a cache always that. */
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
  const database = new DatabaseSync(file, { timeout: 1_000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = off')
  database.exec(
    'create table if not exists entry (code text, kind text, key text, value blob, primary key (code, kind, key))',
  )
  database.prepare('delete from entry where code <> ?').run(code)
  return database
}

function beginWith(seed: string, database: DatabaseSync, code: string): void {
  const known = database.prepare('select 1 from entry where code = ? limit 1').get(code)
  if (known || !existsSync(seed)) return
  // Nobody writes to it, and its folder may not be writable, which a write-ahead log would ask for.
  database.prepare('attach database ? as seed').run(`${pathToFileURL(seed)}?immutable=1`)
  try {
    database.prepare('insert or ignore into entry select * from seed.entry where code = ?').run(code)
  } finally {
    database.exec('detach database seed')
  }
}

/** Entries are good only for the code and the libraries that made them. */
function codeVersion(): string {
  const hash = createHash('sha1').update(process.version)
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.ts')) hash.update(readFileSync(join(import.meta.dirname, file)))
  }
  hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url)))
  return hash.digest('base64url')
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
