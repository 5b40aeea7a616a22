import type { Finding } from '#shared/desk/overview-answers.ts'
import { type Config, readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { findInDatabase, findWaitingMails } from '../desk/findings/in-database.ts'
import { findInContentDir, findInDataDir } from '../desk/findings/in-files.ts'
import { findInSettings } from '../desk/findings/in-settings.ts'
import { readArguments } from '../runtime/arguments.ts'
import { readLastBackup } from '../runtime/backups/last-backup.ts'
import { openDatabase } from '../runtime/db/database.ts'
import type { Command } from './command.ts'
import { findNoDatabase, printDatabase } from './site-database.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary:
    'Lists every placeholder, missing setting, quarantined message and unsent mail, with what to do; 1 with findings.',
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
    const config = readConfig()
    const now = new Date()
    printDatabase(config)
    const findings = [
      ...findInContentDir(config),
      ...findInDataDir(config, now),
      ...findInSettings(config),
      ...(await findInStoredData(config, now)),
    ]
    if (values.json) console.log(JSON.stringify(findings, null, 2))
    else {
      for (const { where, found, todo } of findings) console.log(`${where}: ${found}\n    ${todo}`)
      if (findings.length > 0) console.log(`Files named so lie in ${config.contentDir}.`)
      const last = readLastBackup(config.dataDir)
      console.log(last ? `The last backup is ${last.file} of ${last.createdAt}.` : noBackup)
    }
    return findings.length > 0 ? 1 : 0
  },
}

/** Not a finding, because another machine or the database's host may make backups. */
const noBackup =
  'No backup was made here yet. Run npm run admin -- db backup DIR every day, and keep the signing key with it.'

const see = {
  quarantine: 'See: npm run admin -- messages list --state quarantined',
  dead: 'See: npm run admin -- webhooks list --status dead, then webhooks retry --dead.',
  retried: 'See when: npm run admin -- webhooks list --status retried.',
}

/** Creates no database. */
export async function findInStoredData(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'contentDir'>,
  now: Date,
): Promise<Finding[]> {
  const none = findNoDatabase(config)
  if (none) return [none]
  const database = await openDatabase(config)
  try {
    return [
      ...(await findInDatabase(database.db, { site: readSite(config.contentDir), now, see })),
      ...(await findWaitingMails(database.db, now)),
    ]
  } catch (error) {
    const todo = 'Start the site or run npm run admin -- db migrate, then run doctor again.'
    return [{ where: 'database', found: `can’t be read: ${(error as Error).message}`, todo }]
  } finally {
    await database.close()
  }
}
