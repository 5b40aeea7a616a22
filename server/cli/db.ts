import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import { claimDataDir } from '../data-dir.ts'
import { backUp } from '../db/backup.ts'
import { migrate as migrateDatabase } from '../db/migrate.ts'
import { nameDatabase, openReady } from '../db/open-ready.ts'
import { signingKeyPath } from '../keys/signing-key-file.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { openSiteDatabase, printDatabase } from './site-database.ts'

export const db = {
  migrate: {
    usage: 'db migrate [--json]',
    summary: 'Brings the database to this version. SQLite does so by itself at the start.',
    run: migrate,
  },
  backup: {
    usage: 'db backup FILE [--json]',
    summary:
      'Makes a consistent copy while the site runs: a SQLite file, or a pg_dump archive of PostgreSQL.',
    run: backup,
  },
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const

async function migrate(args: string[]): Promise<number> {
  const { values } = readArguments(args, json)
  const config = readConfig()
  if (!values.json) printDatabase(config)
  if (!config.databaseUrl) await claimDataDir(config.dataDir)
  let migrated: string[] = []
  const database = await openReady(config, async (database) => {
    migrated = await migrateDatabase(database)
  })
  await database.close()
  if (values.json) console.log(JSON.stringify({ database: nameDatabase(config), migrated }))
  else console.log(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}.` : 'The database is up to date.')
  return 0
}

async function backup(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  const [file] = positionals
  if (!file) throw new Error('Where to? npm run admin -- db backup FILE')
  const config = readConfig()
  const isEmpty = await hasNoOrders(config)
  if (isEmpty) console.error('There are no orders in this database. Is it the one of the site?')
  const { bytes } = await backUp(config, file, process.env)
  const signingKey = keyBeside(config)
  if (values.json) console.log(JSON.stringify({ file, bytes, signingKey, isEmpty }))
  else print(file, bytes, signingKey)
  return 0
}

async function hasNoOrders(config: Config): Promise<boolean> {
  const database = await openSiteDatabase(config)
  try {
    return (await database.db.selectFrom('orders').select('id').limit(1).execute()).length === 0
  } finally {
    await database.close()
  }
}

/** The signing key's file, where the site made its key itself; null where it comes from the environment. */
function keyBeside({ licenceSigningKey, dataDir }: Config): string | null {
  const file = signingKeyPath(dataDir)
  return licenceSigningKey === null && existsSync(file) ? file : null
}

function print(file: string, bytes: number, signingKey: string | null) {
  console.log(`${file}: ${bytes} bytes.`)
  if (signingKey) console.log(`Keep ${signingKey} too: without this key the copy opens nothing.`)
}
