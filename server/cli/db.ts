import { readConfig } from '../config.ts'
import { readArguments } from '../runtime/arguments.ts'
import { claimDataDir } from '../runtime/data-dir.ts'
import { migrate as migrateDatabase } from '../runtime/db/migrate.ts'
import { nameDatabase, openReady } from '../runtime/db/open-ready.ts'
import { requireKeyToMigrate } from '../runtime/keys/keyring.ts'
import { backups } from './backups.ts'
import type { Command } from './command.ts'
import { flag } from './options.ts'
import { printDatabase } from './site-database.ts'

export const db = {
  migrate: {
    usage: 'db migrate [--json]',
    summary: 'Brings the database to this version. SQLite does so by itself at the start.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      const config = readConfig()
      if (!values.json) printDatabase(config)
      if (!config.databaseUrl) await claimDataDir(config)
      let migrated: string[] = []
      const database = await openReady(config, async (database) => {
        // A release without a key fails here, before the site does.
        await requireKeyToMigrate(config, database.db)
        migrated = await migrateDatabase(database)
      })
      await database.close()
      if (values.json) console.log(JSON.stringify({ database: nameDatabase(config), migrated }))
      else
        console.log(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}.` : 'The database is up to date.')
      return 0
    },
  },
  ...backups,
} satisfies Record<string, Command>
