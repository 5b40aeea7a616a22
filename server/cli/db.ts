import { existsSync, readFileSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import { readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { makeBackup, verifyBackup } from '../runtime/backups/backup.ts'
import { restoreBackup } from '../runtime/backups/restore.ts'
import { claimDataDir } from '../runtime/data-dir.ts'
import { migrate as migrateDatabase } from '../runtime/db/migrate.ts'
import { nameDatabase, openReady } from '../runtime/db/open-ready.ts'
import { requireKeyToMigrate } from '../runtime/keys/keyring.ts'
import { signingKeyPath } from '../runtime/keys/signing-key-file.ts'
import { readSigningKeys } from '../runtime/keys/signing-keys.ts'
import { type Command, flag, text } from './command.ts'
import { printDatabase, requireDatabase } from './site-database.ts'

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
        // Fails here for a release without a key, before the site would.
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
  backup: {
    usage: 'db backup DIR [--keep N] [--json]',
    summary:
      'Writes a copy of the database and what it holds into a folder while the site runs, and opens it again. ' +
      '--keep N deletes all but the last N.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, keep: text }, 1)
      const [dir] = positionals
      if (!dir) throw new UsageError('Where to? npm run admin -- db backup DIR')
      const keep = values.keep === undefined ? undefined : wholeNumber('--keep', values.keep)
      const config = readConfig()
      // Shows the database first, in case the command's variables differ from the site's. A copy of an older
      // version is the one to make before `db migrate`.
      printDatabase(config)
      requireDatabase(config)
      await (await openReady(config, (database) => database.ping())).close()
      const { file, manifest } = await makeBackup(config, dir, {
        keep,
        now: new Date(),
        environment: process.env,
      })
      const { tables, bytes, signingKey } = manifest
      if (!tables.orders) console.error('There are no orders in this database. Is it the one of the site?')
      const keyFile = keyBeside(config)
      if (values.json) console.log(JSON.stringify({ file, keyFile, ...manifest }))
      else {
        console.log(`${file}: ${bytes} bytes, ${tables.orders} orders, opened again and read.`)
        if (signingKey) console.log(`It opens with the licence signing key ${signingKey}: keep that too.`)
        if (keyFile) console.log(`Its file is ${keyFile}.`)
      }
      return 0
    },
  },
  verify: {
    usage: 'db verify FILE [--json]',
    summary: 'Reads the whole of a backup, and compares it with what was copied; 1 where it differs.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      const [file] = positionals
      if (!file) throw new UsageError('Which backup? npm run admin -- db verify FILE')
      const manifest = await verifyBackup(file, process.env)
      if (values.json) console.log(JSON.stringify({ file, ...manifest }))
      else
        console.log(`${file} is what was copied on ${manifest.createdAt}: ${manifest.tables.orders} orders.`)
      return 0
    },
  },
  restore: {
    usage: 'db restore FILE [--json]',
    summary:
      'Brings a backup back where there is no database yet, one of SQLite also into PostgreSQL, and says what to look at.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      const [file] = positionals
      if (!file) throw new UsageError('Which backup? npm run admin -- db restore FILE')
      const config = readConfig()
      printDatabase(config)
      // Checks for a broken key file before writing anything.
      const keysHere = signingKeysHere(config)
      const manifest = await restoreBackup(config, file, process.env)
      const { signingKey } = manifest
      const hasKey = signingKey === null || keysHere.includes(signingKey)
      if (values.json) console.log(JSON.stringify({ database: nameDatabase(config), hasKey, ...manifest }))
      else {
        const { tables, lastOrder } = manifest
        const last = lastOrder ? `, the last ${lastOrder.number} of ${lastOrder.createdAt}` : ''
        console.log(`Restored ${tables.orders} orders${last}, and ${tables.licences} licences.\n`)
        if (!hasKey) console.log(missingKey(config, signingKey))
        console.log(afterRestoring)
      }
      return 0
    },
  },
} satisfies Record<string, Command>

const afterRestoring = `Now look, before the shop takes orders:
- npm run admin -- db migrate, then start the site: /readyz answers 200.
- npm run admin -- orders list shows the last order named above, and keys show the key that you know.
- What came after the backup isn't in it. Its payments stand in Stripe's dashboard, its invoices in the mails of the shop:
  enter those orders again first, in the order of their invoices, or their numbers will be given twice:
  npm run admin -- orders enter --help
- Mails that waited when the backup was made are sent once more: npm run admin -- mail list --status queued.`

function missingKey({ dataDir }: Config, kid: string | null): string {
  return `- The licence signing key ${kid} isn't here, and the site can't start without it: put its file back as
  ${signingKeyPath(dataDir)}, or set LICENCE_SIGNING_KEY to it.`
}

function signingKeysHere({ licenceSigningKey, dataDir }: Config): string[] {
  const file = signingKeyPath(dataDir)
  const pems = licenceSigningKey ?? (existsSync(file) ? readFileSync(file, 'utf8') : null)
  return pems === null ? [] : readSigningKeys(pems, file).map(({ kid }) => kid)
}

/** Null if the key comes from the environment. */
function keyBeside({ licenceSigningKey, dataDir }: Config): string | null {
  const file = signingKeyPath(dataDir)
  return licenceSigningKey === null && existsSync(file) ? file : null
}
