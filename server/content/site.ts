import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Pricing, pricingFileSchema } from '#shared/pricing.ts'
import { type Release, releaseSchema } from '#shared/releases.ts'
import { type Site, siteSchema } from '#shared/site.ts'
import { ContentError } from './content-error.ts'
import { readYaml } from './read-yaml.ts'
import type { Variables } from './variables.ts'

/** Who we are. @throws ContentError */
export function readSite(contentDir: string): Site {
  return readYaml(join(contentDir, 'site.yml'), siteSchema)
}

/** The names that the other files may use. */
export function siteVariables({ product, company }: Site): Variables {
  return { product, company: company.name, abn: company.abn, email: company.email }
}

/** What is for sale, with a version that changes whenever any of it does. @throws ContentError */
export function readPricing(contentDir: string, variables: Variables): Pricing {
  const pricing = readYaml(join(contentDir, 'pricing.yml'), pricingFileSchema, variables)
  const version = createHash('sha256').update(JSON.stringify(pricing)).digest('hex').slice(0, 16)
  return { version, ...pricing }
}

/** Every release, newest first. @throws ContentError, also when there is none */
export function readReleases(contentDir: string, variables: Variables): [Release, ...Release[]] {
  const dir = join(contentDir, 'releases')
  const files = listFiles(dir)
  if (files.length === 0) throw new ContentError(dir, 1, 'holds no release')
  const releases = files
    .map((file) => readYaml(join(dir, file), releaseSchema, variables))
    .sort((a, b) => compareVersions(b.version, a.version))
  return releases as [Release, ...Release[]]
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => file.endsWith('.yml'))
  } catch {
    return []
  }
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}
