import { randomBytes } from 'node:crypto'
import type { Found } from '#shared/desk/overview-answers.ts'
import { byGrade, type Finding, type Grade, grades } from '#shared/desk/overview-answers.ts'
import { type Config, readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { graded } from '../desk/findings/graded.ts'
import { findInDatabase, findWaitingMails } from '../desk/findings/in-database.ts'
import { findInContentDir, findInDataDir } from '../desk/findings/in-files.ts'
import { findInSettings } from '../desk/findings/in-settings.ts'
import { findInShop } from '../desk/findings/in-shop.ts'
import { readArguments } from '../runtime/arguments.ts'
import { openDatabase } from '../runtime/db/database.ts'
import { requireSchema } from '../runtime/db/migrate.ts'
import { checkKeys, openKeyring, requireKeyToMigrate } from '../runtime/keys/keyring.ts'
import { StartError } from '../runtime/start-error.ts'
import { doctorToken } from '../web/health/doctor-token.ts'
import { type Command, flag, print } from './command.ts'
import { findNoDatabase, printDatabase } from './site-database.ts'

export const doctor: Command = {
  usage: 'doctor [--online] [--all] [--json]',
  summary:
    'Says what stops selling, what will hurt and what to tidy up, each with what to do. With --online it also asks mail server, Stripe, reCAPTCHA, the public address and the database. 3 if something stops selling, 1 if something will hurt.',
  async run(args) {
    const { values } = readArguments(args, { all: flag, online: flag, json: flag })
    const config = readConfig()
    const now = new Date()
    printDatabase(config)
    const findings = [
      ...findInShop(config, readSite(config.contentDir)),
      ...findInContentDir(config),
      ...findInDataDir(config, now),
      ...findInSettings(config),
      ...(await findInStoredData(config, now)),
      ...(values.online ? await findOnline(config, now) : []),
    ].toSorted(byGrade)
    print(values.json, findings, report(findings, values).join('\n'))
    return statusOf(findings)
  },
}

/** Cron jobs may check for 3, or for anything but 0. */
function statusOf([worst]: readonly Finding[]): number {
  return { stops: 3, hurts: 1, tidy: 0 }[worst?.grade ?? 'tidy']
}

const mostLines = 10

const gradeWords: Record<Grade, string> = {
  stops: 'Stops selling',
  hurts: 'Will hurt',
  tidy: 'Tidy up',
}

/** One line per finding, at most ten unless all are requested. */
function report(findings: readonly Finding[], { all, online }: { all: boolean; online: boolean }): string[] {
  const lines = findings.map(
    ({ grade, where, found, todo }) => `${gradeWords[grade]}: ${where}: ${found}. ${todo}`,
  )
  if (lines.length === 0)
    return [
      online ? 'Nothing was found.' : 'Nothing was found here. Ask other services, too: doctor --online',
    ]
  if (all || lines.length <= mostLines) return lines
  const rest = findings.slice(mostLines - 1)
  const counts = grades
    .map((grade) => ({ grade, count: rest.filter((finding) => finding.grade === grade).length }))
    .filter(({ count }) => count > 0)
    .map(({ grade, count }) => `${count} ${gradeWords[grade].toLowerCase()}`)
  return [
    ...lines.slice(0, mostLines - 1),
    `${rest.length} more (${counts.join(', ')}): npm run admin -- doctor --all`,
  ]
}

const see = {
  quarantine: 'See: npm run admin -- messages list --state quarantined',
  dead: 'See: npm run admin -- webhooks list --status dead, then webhooks retry --dead.',
  retried: 'See when: npm run admin -- webhooks list --status retried.',
}

/** Never creates a database. */
export async function findInStoredData(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'contentDir' | 'licenceSigningKey'>,
  now: Date,
): Promise<Finding[]> {
  const none = findNoDatabase(config)
  if (none) return graded('stops', [none])
  const database = await openDatabase(config)
  try {
    const schema = await findRefusal('database', requireSchema(database), backUp)
    if (schema.length > 0)
      return [
        ...schema,
        ...(await findRefusal('signing key', requireKeyToMigrate(config, database.db), noStart)),
      ]
    return [
      ...(await findRefusal('signing key', checkKeys(config, database.db), noStart)),
      ...(await findInDatabase(database.db, { site: readSite(config.contentDir), now, see })),
      ...(await findWaitingMails(database.db, now)),
    ]
  } catch (error) {
    const todo = 'Start the site or run npm run admin -- db migrate, then run doctor again.'
    return [{ grade: 'stops', where: 'database', found: `can’t be read: ${(error as Error).message}`, todo }]
  } finally {
    await database.close()
  }
}

const backUp = 'First, unless it is empty: npm run admin -- db backup FOLDER.'
const noStart = 'Until then the site can’t start.'

/** Problems that this version would refuse at start. */
async function findRefusal(where: string, check: Promise<unknown>, todo: string): Promise<Finding[]> {
  try {
    await check
    return []
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [{ grade: 'stops', where, found: error.message.replace(/\.$/, ''), todo }]
  }
}

/** Checks all services that the site depends on, concurrently. */
async function findOnline(config: Config, now: Date): Promise<Finding[]> {
  const { askMailServer, askRecaptcha, askStripe, judgeClock } = await import('./online/ask-services.ts')
  const [mail, { findings: stripe, date }, recaptcha, stored] = await Promise.all([
    askMailServer(config),
    askStripe(config),
    askRecaptcha(config),
    findNoDatabase(config) ? [] : askDatabaseAndSite(config, now),
  ])
  return graded('hurts', [...mail, ...stripe, ...recaptcha, ...judgeClock(date, now), ...stored])
}

/** The site answers only those with its database and key. */
async function askDatabaseAndSite(config: Config, now: Date): Promise<Found[]> {
  const { askDatabase } = await import('./online/ask-database.ts')
  const { askSite } = await import('./online/ask-site.ts')
  const database = await openDatabase(config)
  try {
    const token = await checkKeys(config, database.db)
      .then(() => openKeyring({ config, clock: () => now, random: randomBytes }, database))
      .then((keyring) => doctorToken({ database, keyring }))
      .catch(() => null)
    const [stored, site] = await Promise.all([
      askDatabase(database, config).catch(() => []),
      askSite(config, token, now),
    ])
    return [...stored, ...site]
  } finally {
    await database.close()
  }
}
