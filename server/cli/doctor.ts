import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { companyNumber } from '#shared/company.ts'
import type { Finding } from '#shared/desk/overview-answers.ts'
import { taxCountry } from '#shared/tax.ts'
import { readLastBackup } from '../backups/last-backup.ts'
import { type Config, readConfig, variablesInUse } from '../config.ts'
import { lookIntoQuarantine } from '../contact/quarantine.ts'
import { readPricing, readSite } from '../content/site.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { filesOpenToOthers } from '../private-files.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { findInContent } from './content-findings.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary:
    'Lists every placeholder, missing setting and quarantined message, with what to do; 1 with findings.',
  async run(args) {
    const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
    const config = readConfig()
    const findings = [
      ...findInContent(config.contentDir),
      ...findInPayment(config),
      ...findForeignLaw(config),
      ...config.misspelt.map((found) => ({
        where: 'environment',
        found,
        todo: 'Rename it, or take it away.',
      })),
      ...findMissingSettings(variablesInUse()),
      ...findOperation(config),
      ...(await findInDatabase(config, new Date())),
      ...findOpenFiles(config.dataDir),
      ...findOldBackup(config.dataDir, new Date()),
    ]
    if (values.json) console.log(JSON.stringify(findings, null, 2))
    else {
      for (const { where, found, todo } of findings) console.log(`${where}: ${found}\n    ${todo}`)
      const last = readLastBackup(config.dataDir)
      console.log(last ? `The last backup is ${last.file} of ${last.createdAt}.` : noBackup)
    }
    return findings.length > 0 ? 1 : 0
  },
}

/** Not a finding, because another machine or the database's host may make backups. */
const noBackup =
  'No backup was made here yet. Run npm run admin -- db backup DIR every day, and keep the signing key with it.'

const dayMs = 24 * 60 * 60 * 1000

export function findOldBackup(dataDir: string, now: Date): Finding[] {
  const last = readLastBackup(dataDir)
  const days = last ? Math.floor((now.getTime() - Date.parse(last.createdAt)) / dayMs) : 0
  if (!last || days < 2) return []
  const todo = 'See why none is made any more: npm run admin -- db backup DIR.'
  return [{ where: 'backups', found: `the last one is ${days} days old (${last.file})`, todo }]
}

export function findInPayment({
  contentDir,
  webhookSecret,
}: Pick<Config, 'contentDir' | 'webhookSecret'>): Finding[] {
  const { company, bankAccount, webhooks } = readSite(contentDir)
  const { tax } = readPricing(contentDir, {})
  const where = `${contentDir}/site.yml`
  const findings: Finding[] = []
  if (!bankAccount.bic && !bankAccount.iban) {
    findings.push({
      where: `${where}, bankAccount.bic`,
      found: 'no way to pay by transfer from another country',
      todo: 'Add the bank’s BIC, and the IBAN where it has one; without them such buyers have to write to you.',
    })
  }
  if (company.country === 'AU' && !bankAccount.bsb) {
    findings.push({
      where: `${where}, bankAccount.bsb`,
      found: 'no BSB for transfers within Australia',
      todo: 'Add the BSB of the account.',
    })
  }
  if (tax && !companyNumber(company)) {
    findings.push({
      where: `${where}, company`,
      found: `${tax.name} is charged without a company number`,
      todo: 'Add abn, or number: a tax invoice has to show it.',
    })
  }
  if (tax && taxCountry(tax) !== company.country) {
    findings.push({
      where: `${where}, company.country`,
      found: `${company.country}, and pricing.yml charges the tax of ${taxCountry(tax)}`,
      todo: 'Buyers where the tax belongs pay it; checkout begins with the company’s country. Make them the same.',
    })
  }
  if (webhooks.length > 0 && !webhookSecret) {
    findings.push({
      where: 'WEBHOOK_SECRET',
      found: 'not set, and site.yml names webhooks',
      todo: 'Set it, and give it to the receivers: nothing is sent without a signature.',
    })
  }
  return findings
}

/** Terms and privacy come as an Australian company needs them. */
export function findForeignLaw({ contentDir }: Pick<Config, 'contentDir'>): Finding[] {
  const { country } = readSite(contentDir).company
  if (country === 'AU') return []
  return ['terms', 'privacy', 'disclaimer'].flatMap((name) => {
    const file = join(contentDir, 'legal', `${name}.md`)
    const isAustralian = existsSync(file) && readFileSync(file, 'utf8').includes('Australia')
    const todo = 'Have it written for the law that you sell under.'
    return isAustralian
      ? [{ where: file, found: `Australian law, and the company is in ${country}`, todo }]
      : []
  })
}

const settings: Record<string, string> = {
  SITE_URL: 'Set it to the public origin: links in feeds and mails carry it.',
  SMTP_URL: 'Set it, or mails stay as files in DATA_DIR/mail.',
  STRIPE_SECRET_KEY: 'Set it to offer card payment; without it there is only payment by bank transfer.',
  STRIPE_WEBHOOK_SECRET: 'Set it with STRIPE_SECRET_KEY: payments are confirmed through the webhook.',
  RECAPTCHA_SITE_KEY: 'Set your own pair: the test pair lets everybody through.',
  RECAPTCHA_SECRET_KEY: 'Set your own pair: the test pair lets everybody through.',
  LICENCE_SIGNING_KEY:
    'Set it where DATA_DIR is not kept, or licences are signed with a new key after each deployment.',
  METRICS_TOKEN: 'Set it to read /metrics.',
}

/** @param set names of the variables that have a value */
export function findMissingSettings(set: ReadonlySet<string>): Finding[] {
  return Object.entries(settings)
    .filter(([name]) => !set.has(name))
    .map(([where, todo]) => ({ where, found: 'not set', todo }))
}

/** Finds files of DATA_DIR that others can read, such as copied ones. */
export function findOpenFiles(dataDir: string): Finding[] {
  if (!existsSync(dataDir)) return []
  try {
    return describeOpenFiles(dataDir, filesOpenToOthers(dataDir))
  } catch (error) {
    const todo = 'Run doctor again as the user that the site runs as.'
    return [{ where: dataDir, found: `can’t be searched: ${(error as Error).message}`, todo }]
  }
}

function describeOpenFiles(dataDir: string, [first, ...more]: string[]): Finding[] {
  if (!first) return []
  return [
    {
      where: dataDir,
      found: `others may read ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`,
      todo: `Orders, messages and keys lie there. As the user that the site runs as: chmod -R go= ${dataDir}`,
    },
  ]
}

export function findOperation({
  databaseUrl,
  licenceSigningKey,
  webConcurrency,
}: Pick<Config, 'databaseUrl' | 'licenceSigningKey' | 'webConcurrency'>): Finding[] {
  const findings: Finding[] = []
  if (databaseUrl && !licenceSigningKey) {
    findings.push({
      where: 'LICENCE_SIGNING_KEY',
      found: 'not set, with DATABASE_URL set',
      todo: 'Give every machine the same key, such as that of DATA_DIR/licence-signing-key.pem: a machine with another one cannot start on this database.',
    })
  }
  if (!databaseUrl && webConcurrency !== null && webConcurrency > 1) {
    findings.push({
      where: 'WEB_CONCURRENCY',
      found: `${webConcurrency} workers on one SQLite file`,
      todo: 'Nothing is lost this way, but only one of them writes at a time. Set DATABASE_URL where many orders come at once.',
    })
  }
  return findings
}

/** Creates no database. */
export async function findInDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'site.db'))) return []
  const database = await openDatabase(config)
  try {
    return await findQuarantined(database, now)
  } catch (error) {
    const todo = 'Start the site or run npm run admin -- db migrate, then run doctor again.'
    return [{ where: 'database', found: `can’t be read: ${(error as Error).message}`, todo }]
  } finally {
    await database.close()
  }
}

async function findQuarantined({ db }: Database, now: Date): Promise<Finding[]> {
  const found = await lookIntoQuarantine(db, now)
  if (!found) return []
  return [
    {
      where: 'messages',
      found: `${found.waiting} in quarantine within 30 days`,
      todo: 'People may be among the spam. See: npm run admin -- messages list --quarantined',
    },
  ]
}
