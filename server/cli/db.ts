import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { backUp } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { migrate as migrateDatabase } from '../db/migrate.ts'
import type { Command } from './main.ts'

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
  const { values } = parseArgs({ args, options: json })
  const database = await openDatabase(readConfig())
  try {
    const names = await migrateDatabase(database)
    const text = names.length > 0 ? `Migrated: ${names.join(', ')}.` : 'The database is up to date.'
    console.log(values.json ? JSON.stringify({ migrated: names }) : text)
  } finally {
    await database.close()
  }
  return 0
}

async function backup(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: json, allowPositionals: true })
  const [file] = positionals
  if (!file) throw new Error('Where to? npm run admin -- db backup FILE')
  const { bytes } = await backUp(readConfig(), file, process.env)
  console.log(values.json ? JSON.stringify({ file, bytes }) : `${file}: ${bytes} bytes.`)
  return 0
}
