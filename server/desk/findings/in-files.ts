import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { Finding, Found } from '#shared/desk/overview-answers.ts'
import { taxCountry } from '#shared/pricing/tax.ts'
import { companyNumber } from '#shared/seller/company.ts'
import type { Config } from '../../config.ts'
import { readPricing, readSite } from '../../content/site.ts'
import { privateHostOf } from '../../messages/webhooks/private-addresses.ts'
import { nameOfReceiver } from '../../messages/webhooks/receivers.ts'
import { readLastBackup } from '../../runtime/backups/last-backup.ts'
import { filesOpenToOthers } from '../../runtime/private-files.ts'
import { findForEInvoices } from './for-e-invoices.ts'
import { graded } from './graded.ts'
import { findInContent } from './placeholders.ts'

export type ContentConfig = Pick<Config, 'contentDir' | 'webhookSecrets' | 'webhooksAllowPrivate'>

/** Reads every file in content/. @throws ContentError */
export function findInContentDir(config: ContentConfig): Finding[] {
  const { contentDir } = config
  const findings = [
    ...graded('tidy', findInContent(contentDir)),
    ...graded('hurts', findInPayment(config)),
    ...graded('tidy', findForEInvoices(config)),
    ...graded('hurts', findForeignLaw(config)),
  ]
  // "/srv/site/content/help/a.md:6" → "help/a.md:6"
  const placeOf = (where: string) =>
    where.startsWith(join(contentDir, '/')) ? relative(contentDir, where) : where
  return findings.map(({ where, ...finding }) => ({ where: placeOf(where), ...finding }))
}

export function findInDataDir({ dataDir }: Pick<Config, 'dataDir'>, now: Date): Finding[] {
  const findings = graded('hurts', [
    ...findOpenFiles(dataDir),
    ...findFullDisk(dataDir),
    ...findOldBackup(dataDir, now),
  ])
  return findings.map(({ where, ...finding }) => ({
    where: where === dataDir ? 'data folder' : where,
    ...finding,
  }))
}

export function findInPayment({ contentDir, webhookSecrets, webhooksAllowPrivate }: ContentConfig): Found[] {
  const { company, bankAccount, webhooks } = readSite(contentDir)
  const { tax } = readPricing(contentDir, {})
  const where = `${contentDir}/site.yml`
  const findings: Found[] = []
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
  if (webhooks.length > 0 && webhookSecrets.length === 0) {
    findings.push({
      where: 'WEBHOOK_SECRET',
      found: 'not set, and site.yml names webhooks',
      todo: 'Set it, and give it to the receivers: nothing is sent without a signature.',
    })
  }
  const refused = webhooksAllowPrivate ? [] : webhooks.filter(({ url }) => privateHostOf(url))
  if (refused.length > 0) {
    findings.push({
      where: 'WEBHOOKS_ALLOW_PRIVATE',
      found: `not 1, and site.yml names private addresses for webhooks: ${refused.map(({ url }) => nameOfReceiver(url)).join(', ')}`,
      todo: 'Set it to 1 if the receivers are your own: nothing is sent to private addresses without it.',
    })
  }
  return findings
}

/**
 * Terms and privacy policy must name the law of `company.law`. The shipped privacy policy contains the parts
 * that Australian law requires.
 */
export function findForeignLaw({ contentDir }: Pick<Config, 'contentDir'>): Found[] {
  const { country, law } = readSite(contentDir).company
  const isForeign = (text: string) => country !== 'AU' && text.includes('Australia')
  const where = `${contentDir}/site.yml, company.law`
  const findings: Found[] = []
  if (law?.consumer === undefined || isForeign(law.consumer))
    findings.push({
      where,
      found:
        law?.consumer === undefined ? 'no consumer law' : `${law.consumer}, and the company is in ${country}`,
      todo: 'Name the law that protects your consumers, and the state where one applies: the terms say both.',
    })
  if (law?.privacy === undefined || isForeign(Object.values(law.privacy).join()))
    findings.push({
      where: `${where}.privacy`,
      found: law?.privacy === undefined ? 'no privacy law' : `Australia’s, and the company is in ${country}`,
      todo: 'Name your privacy law and its regulator, and what people may ask for: the privacy policy says them.',
    })
  const isShipped = (name: string, text: string) =>
    name === 'privacy' && country !== 'AU' && text.includes('<!-- Starting text')
  const texts = ['terms', 'privacy', 'disclaimer']
    .map((name) => ({ name, file: join(contentDir, 'legal', `${name}.md`) }))
    .filter(({ file }) => existsSync(file))
    .filter(({ name, file }) => {
      const text = readFileSync(file, 'utf8')
      return isForeign(text) || isShipped(name, text)
    })
    .map(({ file }) => ({
      where: file,
      found: `the text for an Australian company, and the company is in ${country}`,
      todo: 'Have it written for the law that you sell under.',
    }))
  return [...findings, ...texts]
}

/** Finds files of DATA_DIR that others can read, such as copied ones. */
export function findOpenFiles(dataDir: string): Found[] {
  if (!existsSync(dataDir)) return []
  try {
    return describeOpenFiles(dataDir, filesOpenToOthers(dataDir))
  } catch (error) {
    const todo = 'Run doctor again as the user that the site runs as.'
    return [{ where: dataDir, found: `can’t be searched: ${(error as Error).message}`, todo }]
  }
}

function describeOpenFiles(dataDir: string, [first, ...more]: string[]): Found[] {
  if (!first) return []
  return [
    {
      where: dataDir,
      found: `others may read ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`,
      todo: `Orders, messages and keys lie there. As the user that the site runs as: chmod -R go= ${dataDir}`,
    },
  ]
}

/** The limit of the alarm SiteDiskFull. */
const leastFreeBytes = 1e9

/** Below this, orders are refused or soon will be. */
const neededBytes = 1e8

/** Returns nothing for a missing or unreadable folder, which other findings report. */
export function findFullDisk(dataDir: string, free = freeBytes(dataDir)): Found[] {
  if (free === null || free >= leastFreeBytes) return []
  return [
    {
      ...(free < neededBytes && { grade: 'stops' as const }),
      where: dataDir,
      found: `${Math.floor(free / 1e6)} MB free on its disk`,
      todo: 'Make room there: a full disk refuses every order, and /readyz says disk: false.',
    },
  ]
}

function freeBytes(dir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    return null
  }
}

export function findOldBackup(dataDir: string, now: Date): Found[] {
  const last = readLastBackup(dataDir)
  const days = last ? Math.floor((now.getTime() - Date.parse(last.createdAt)) / dayMs) : 0
  if (!last || days < 2) return []
  const todo = 'See why none is made any more: npm run admin -- db backup DIR.'
  return [{ where: 'backups', found: `the last one is ${days} days old (${last.file})`, todo }]
}
