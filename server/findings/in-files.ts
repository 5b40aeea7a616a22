import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { companyNumber } from '#shared/company.ts'
import type { Finding } from '#shared/desk/overview-answers.ts'
import { taxCountry } from '#shared/tax.ts'
import { readLastBackup } from '../backups/last-backup.ts'
import type { Config } from '../config.ts'
import { readPricing, readSite } from '../content/site.ts'
import { filesOpenToOthers } from '../private-files.ts'
import { privateHostOf } from '../webhooks/private-addresses.ts'
import { findInContent } from './placeholders.ts'

export type FindingFiles = Pick<Config, 'contentDir' | 'dataDir' | 'webhookSecret' | 'webhooksAllowPrivate'>

/** Reads content, and the files of DATA_DIR. @throws ContentError */
export function findInFiles(config: FindingFiles, now: Date): Finding[] {
  return [
    ...findInContent(config.contentDir),
    ...findInPayment(config),
    ...findForeignLaw(config),
    ...findOpenFiles(config.dataDir),
    ...findOldBackup(config.dataDir, now),
  ]
}

export function findInPayment({
  contentDir,
  webhookSecret,
  webhooksAllowPrivate,
}: Pick<Config, 'contentDir' | 'webhookSecret' | 'webhooksAllowPrivate'>): Finding[] {
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
  const refused = webhooksAllowPrivate ? [] : webhooks.filter(({ url }) => privateHostOf(url))
  for (const { url } of refused) {
    findings.push({
      where: 'WEBHOOKS_ALLOW_PRIVATE',
      found: `not 1, and site.yml names the private address ${new URL(url).host} for webhooks`,
      todo: 'Set it to 1 if the receiver is your own: nothing is sent to private addresses without it.',
    })
  }
  return findings
}

/** The terms name the law of `company.law`. The legal texts come as an Australian company needs them. */
export function findForeignLaw({ contentDir }: Pick<Config, 'contentDir'>): Finding[] {
  const { country, law } = readSite(contentDir).company
  const isForeign = (text: string) => country !== 'AU' && text.includes('Australia')
  const named = law?.consumer
  const isNamed = named !== undefined && !isForeign(named)
  const unnamed = {
    where: `${contentDir}/site.yml, company.law`,
    found: named === undefined ? 'no consumer law' : `${named}, and the company is in ${country}`,
    todo: 'Name the law that protects your consumers, and the state where one applies: the terms say both.',
  }
  const texts = ['terms', 'privacy', 'disclaimer']
    .map((name) => join(contentDir, 'legal', `${name}.md`))
    .filter((file) => existsSync(file) && isForeign(readFileSync(file, 'utf8')))
    .map((file) => ({
      where: file,
      found: `Australian law, and the company is in ${country}`,
      todo: 'Have it written for the law that you sell under.',
    }))
  return [...(isNamed ? [] : [unnamed]), ...texts]
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

const dayMs = 24 * 60 * 60 * 1000

export function findOldBackup(dataDir: string, now: Date): Finding[] {
  const last = readLastBackup(dataDir)
  const days = last ? Math.floor((now.getTime() - Date.parse(last.createdAt)) / dayMs) : 0
  if (!last || days < 2) return []
  const todo = 'See why none is made any more: npm run admin -- db backup DIR.'
  return [{ where: 'backups', found: `the last one is ${days} days old (${last.file})`, todo }]
}
