import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { quoteDays } from '#shared/orders/quotes.ts'
import { inDays, reminderNote } from '#shared/orders/transfer-terms.ts'
import { type Pricing, pricingFileSchema } from '#shared/pricing/pricing.ts'
import { type Release, releaseSchema } from '#shared/releases/releases.ts'
import { newestFirst } from '#shared/releases/versions.ts'
import { companyAddress, companyLine, companyNumber } from '#shared/seller/company.ts'
import { type Site, siteSchema } from '#shared/seller/site.ts'
import { isSafeReceiver } from '../messages/webhooks/receivers.ts'
import { BrokenContent, ContentError, collectProblems, refuseBroken } from './content-error.ts'
import { describeIssues, parseOptions } from './describe-issues.ts'
import { readLogo } from './logo.ts'
import { openYaml } from './open-yaml.ts'
import { type ParseYaml, parseYaml } from './parsed-yaml.ts'
import { substitute, type Variables } from './variables.ts'

/** @throws ContentError */
export function readSite(contentDir: string, parse?: ParseYaml): Site {
  const schema = checkedSite.transform((site, context) => {
    if (!site.logo) return site
    const read = readLogo(join(contentDir, site.logo))
    if ('logo' in read) return { ...site, ...read }
    context.addIssue({ code: 'custom', path: ['logo'], message: read.fault })
    return z.NEVER
  })
  return readYaml(join(contentDir, 'site.yml'), schema, {}, parse)
}

const checkedSite = siteSchema
  .refine(({ company }) => isTimeZone(company.timeZone), {
    path: ['company', 'timeZone'],
    message: 'a time zone reads Australia/Sydney',
  })
  .refine(({ webhooks }) => webhooks.every(({ url }) => isSafeReceiver(url)), {
    path: ['webhooks'],
    message: 'a public address is https: http is for this machine and its network',
  })

function isTimeZone(name: string): boolean {
  try {
    // Temporal also accepts a time with a zone here.
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId === name
  } catch {
    return false
  }
}

export function siteVariables({
  product,
  company,
  downloads,
  trial,
  licensing,
  bankTransfer,
  moneyBack,
}: Site): Variables {
  return {
    product,
    company: company.name,
    companyLine: companyLine(company),
    companyAddress: companyAddress(company),
    abn: companyNumber(company)?.value ?? '',
    email: company.email,
    downloadsHost: new URL(downloads.baseUrl).host,
    movesPerSeat: String(licensing.movesPerSeat),
    movesAtLeast: String(licensing.movesAtLeast),
    movesDays: String(licensing.movesDays),
    dueTime: inDays([bankTransfer.dueDays]),
    lapseAfterDays: String(bankTransfer.lapseAfterDays),
    reminderNote: reminderNote(bankTransfer),
    quoteDays: String(quoteDays),
    moneyBackDays: moneyBack ? String(moneyBack.days) : '',
    ...(trial && { trialDays: String(trial.days) }),
  }
}

/** The version changes with the content. @throws ContentError */
export function readPricing(contentDir: string, variables: Variables, parse?: ParseYaml): Pricing {
  const pricing = readYaml(join(contentDir, 'pricing.yml'), pricingFileSchema, variables, parse)
  const version = createHash('sha256').update(JSON.stringify(pricing)).digest('hex').slice(0, 16)
  return { version, ...pricing }
}

/** Sorts newest first. @throws ContentError, also if there is no release */
export function readReleases(
  contentDir: string,
  variables: Variables,
  parse?: ParseYaml,
): [Release, ...Release[]] {
  const dir = join(contentDir, 'releases')
  const files = listFiles(dir)
  if (files.length === 0) throw new ContentError(dir, 1, 'holds no release')
  const problems = collectProblems()
  const releases = files.flatMap(
    (file) => problems.attempt(() => readRelease(join(dir, file), variables, parse)) ?? [],
  )
  refuseBroken(problems.list)
  return newestFirst(releases) as [Release, ...Release[]]
}

function readRelease(file: string, variables: Variables, parse?: ParseYaml): Release {
  const release = readYaml(file, releaseSchema, variables, parse)
  if (basename(file) !== `${release.version}.yml`) {
    throw new ContentError(file, 1, `version: the file is named after its version, ${release.version}.yml`)
  }
  return release
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => file.endsWith('.yml'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new ContentError(dir, 1, `can’t be read (${code})`)
  }
}

/** @throws ContentError naming file and line for a missing file, broken YAML or a wrong shape */
function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  variables: Variables = {},
  parse: ParseYaml = parseYaml,
): z.output<Schema> {
  const source = substitute(readText(file), variables)
  const result = schema.safeParse(parse(file, source), parseOptions)
  if (result.success) return result.data
  throw new BrokenContent(describeIssues(file, result.error, openYaml(file, source)))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ContentError(file, 1, isMissing ? 'is missing' : String(error))
  }
}
