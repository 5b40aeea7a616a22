import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { closestMatch } from 'leven'
import { z } from 'zod'
import type { PublicConfig } from '#shared/pages/render.ts'
import type { Site } from '#shared/seller/site.ts'
import {
  baseUrl,
  folder,
  hasKnownSslMode,
  integer,
  isEd25519,
  isMailServer,
  list,
  mailOptions,
  matching,
  origin,
  proxies,
  serverUrl,
} from './runtime/config-formats.ts'
import { sslModes, withSslVariables } from './runtime/db/postgres-address.ts'
import { root } from './runtime/root.ts'

export type Config = Omit<ReturnType<typeof toConfig>, 'recaptcha'> & {
  misspelt: string[]
  /** Null in a demonstration. */
  recaptcha: { siteKey: string; secretKey: string; baseUrl: string } | null
}

/** The message lists every wrong variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** An empty variable counts as unset, except `ANALYTICS_ID`. @throws ConfigError listing every wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv = processEnvironment()): Config {
  const { given, problems } = readVariables(environment)
  // Compiling a schema that runs once takes longer than it saves.
  const result = variables.safeParse(given, { jitless: true })
  problems.push(...(result.error?.issues ?? []).map((issue) => explain(issue, given)), ...findHalves(given))
  if (result.success && problems.length === 0)
    return { ...toConfig(result.data), misspelt: findMisspelt(environment) }

  const lines = [...new Set(problems)].map((problem) => `  ${problem}`)
  throw new ConfigError(`The configuration is wrong:\n${lines.join('\n')}`)
}

export function variablesInUse(environment: NodeJS.ProcessEnv = processEnvironment()): Set<string> {
  const { given } = readVariables(environment)
  return new Set(variableNames.filter((name) => given[name]))
}

/** Log format for a start whose configuration can't be read. */
export function givenLogFormat({ LOG_FORMAT }: NodeJS.ProcessEnv = process.env): Config['logFormat'] {
  return variables.shape.LOG_FORMAT.safeParse(LOG_FORMAT).data ?? null
}

export function publicConfigOf(config: Config, site: Site): PublicConfig {
  return {
    siteUrl: config.siteUrl,
    apiBaseUrl: config.apiBaseUrl,
    analyticsId: config.analyticsId ?? site.analyticsId,
    verification: config.recaptcha && {
      siteKey: config.recaptcha.siteKey,
      baseUrl: config.recaptcha.baseUrl,
    },
    cardPayments: config.stripe !== null,
    ...(config.allowPlaceholders && { isTrial: true }),
    phoneRemote: config.phoneRemote,
  }
}

/** Messages omit the values of variables with such names, and of addresses with a user. */
const secretName = /SECRET|TOKEN|(?<!SITE_)KEY|^(DATABASE|SMTP)_URL$/

/** Google's public test keys: every check passes, and the widget says that it is a test. */
export const testKeys = {
  site: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
  secret: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
}

const variables = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: matching(/^[\w.:-]+$/, 'an address or a name, such as 0.0.0.0 or ::1').default('0.0.0.0'),
  SITE_URL: origin('an address such as https://www.example.com').optional(),
  API_BASE_URL: baseUrl('an address such as https://api.example.com, without user and query').optional(),
  CORS_ORIGINS: list(origin, 'origins, comma separated, such as https://www.example.com'),
  DATABASE_URL: serverUrl(
    ['postgres:', 'postgresql:'],
    'postgres://host:port/database, with user:password@ before the host; write % as %25, # as %23',
  )
    .refine(hasKnownSslMode, `sslmode=${sslModes.join(', ')}`)
    .optional(),
  DATABASE_POOL_MAX: integer(2, 1000).default(10),
  PGSSLMODE: z.enum(sslModes, sslModes.join(', ')).optional(),
  PGSSLROOTCERT: z
    .string()
    .refine((file) => file === 'system' || existsSync(file), 'a file of certificates in PEM, or system')
    .optional(),
  DATA_DIR: folder().default('.data'),
  CONTENT_DIR: folder().optional(),
  CONTENT_DRAFTS: z.enum(['0', '1'], '0 or 1').default('0'),
  SMTP_URL: serverUrl(
    ['smtp:', 'smtps:'],
    'smtp://host:port, with user:password@ before the host; write % as %25, # as %23',
  )
    .refine(isMailServer, `smtp://host:port without a path, of options only ${mailOptions}`)
    .optional(),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_\w+$/, 'a secret key that starts with sk_ or rk_').optional(),
  STRIPE_WEBHOOK_SECRET: list(
    (allowed) => matching(/^whsec_\S+$/, allowed),
    'secrets that start with whsec_, comma separated',
  ),
  STRIPE_API_URL: origin('an address such as http://127.0.0.1:12111').optional(),
  RECAPTCHA_SITE_KEY: matching(/^[\w-]+$/, 'a site key').default(testKeys.site),
  RECAPTCHA_SECRET_KEY: matching(/^[\w-]+$/, 'a secret key').default(testKeys.secret),
  RECAPTCHA_BASE_URL: baseUrl(
    'an address such as https://www.google.com/recaptcha, without user and query',
  ).default('https://www.google.com/recaptcha'),
  ANALYTICS_ID: matching(/^(G-[A-Z0-9]+)?$/, 'a GA4 id such as G-XXXXXXX, or empty').optional(),
  LICENCE_SIGNING_KEY: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .refine(isEd25519, 'an Ed25519 private key, PKCS#8 in PEM; earlier ones may follow it')
    .optional(),
  PRELOAD_TIMEOUT_MS: integer(0, 60_000).default(500),
  TRUST_PROXY: proxies('a whole number from 0 to 16, or addresses such as 10.0.0.0/8, comma separated'),
  RATE_LIMIT_FACTOR: matching(/^\d{1,6}(\.\d{1,3})?$/, 'a number from 0 to 999999')
    .transform(Number)
    .default(1),
  WEB_CONCURRENCY: integer(1, 64).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  LOG_FORMAT: z.enum(['json', 'text'], 'json or text').optional(),
  METRICS_TOKEN: matching(/^[\x21-\x7e]+$/, 'visible ASCII characters').optional(),
  SHUTDOWN_TIMEOUT_MS: integer(0, 600_000).default(10_000),
  WEBHOOK_SECRET: list(
    (allowed) => matching(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, allowed),
    'whsec_ and at least 24 random bytes in base64; several are comma separated, the newest first',
  ),
  WEBHOOKS_ALLOW_PRIVATE: z.enum(['0', '1'], '0 or 1').default('0'),
  PHONE_REMOTE: z.enum(['0', '1'], '0 or 1').default('1'),
  HSTS_INCLUDE_SUBDOMAINS: z.enum(['0', '1'], '0 or 1').default('0'),
  ALLOW_PLACEHOLDERS: z.enum(['0', '1'], '0 or 1').default('0'),
})

export const variableNames = Object.keys(variables.shape)

function toConfig(value: z.output<typeof variables>) {
  return {
    port: value.PORT,
    host: value.HOST,
    siteUrl: value.SITE_URL ?? `http://localhost:${value.PORT}`,
    /** Empty if this server answers its own API. */
    apiBaseUrl: value.API_BASE_URL ?? '',
    corsOrigins: value.CORS_ORIGINS,
    databaseUrl: databaseUrl(value),
    databasePoolMax: value.DATABASE_POOL_MAX,
    dataDir: resolve(root, value.DATA_DIR),
    contentDir: resolve(root, value.CONTENT_DIR ?? 'content'),
    contentDrafts: value.CONTENT_DRAFTS === '1',
    smtpUrl: value.SMTP_URL ?? null,
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET.length > 0
        ? {
            secretKey: value.STRIPE_SECRET_KEY,
            webhookSecrets: value.STRIPE_WEBHOOK_SECRET,
            apiUrl: value.STRIPE_API_URL ?? null,
          }
        : null,
    recaptcha: {
      siteKey: value.RECAPTCHA_SITE_KEY,
      secretKey: value.RECAPTCHA_SECRET_KEY,
      baseUrl: value.RECAPTCHA_BASE_URL,
    },
    /** Null means the id in `content/site.yml`; empty means no analytics. */
    analyticsId: value.ANALYTICS_ID ?? null,
    licenceSigningKey: value.LICENCE_SIGNING_KEY ?? null,
    preloadTimeoutMs: value.PRELOAD_TIMEOUT_MS,
    trustProxy: value.TRUST_PROXY,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    /** The number of workers; null runs one process without a primary. */
    webConcurrency: value.WEB_CONCURRENCY ?? null,
    logLevel: value.LOG_LEVEL,
    /** Null means text at a terminal, JSON elsewhere. */
    logFormat: value.LOG_FORMAT ?? null,
    metricsToken: value.METRICS_TOKEN ?? null,
    webhookSecrets: value.WEBHOOK_SECRET,
    webhooksAllowPrivate: value.WEBHOOKS_ALLOW_PRIVATE === '1',
    shutdownTimeoutMs: value.SHUTDOWN_TIMEOUT_MS,
    phoneRemote: value.PHONE_REMOTE === '1',
    hstsIncludeSubdomains: value.HSTS_INCLUDE_SUBDOMAINS === '1',
    /** Lets a test site on a public address sell with placeholders and test keys. */
    allowPlaceholders: value.ALLOW_PLACEHOLDERS === '1',
  }
}

function databaseUrl({ DATABASE_URL, PGSSLMODE, PGSSLROOTCERT }: z.output<typeof variables>): string | null {
  if (DATABASE_URL === undefined) return null
  return withSslVariables(DATABASE_URL, { mode: PGSSLMODE, rootCertificate: PGSSLROOTCERT })
}

/** @throws ConfigError if `.env` is unreadable, because a command would otherwise use another database */
function processEnvironment(): NodeJS.ProcessEnv {
  const file = join(root, '.env')
  try {
    if (existsSync(file)) addEnvFile(process.env, file)
  } catch (error) {
    throw new ConfigError(`${file} can’t be read (${(error as Error).message}). Run this as the site’s user.`)
  }
  return process.env
}

/** Keeps variables that are set already. @throws Error if the file can't be read */
export function addEnvFile(environment: NodeJS.ProcessEnv, file: string): void {
  // Some editors write a byte order mark, which Node would read as part of the first name.
  const given = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(given)) environment[name] ??= value
}

type Given = Record<string, string | undefined>

/** A variable whose name ends in `_FILE` points to a file with the value. */
function readVariables(environment: NodeJS.ProcessEnv): { given: Given; problems: string[] } {
  const problems: string[] = []
  const given: Given = {}
  for (const name of variableNames) {
    const file = environment[fileOf(name)]
    if (file && environment[name])
      problems.push(`${name}: set together with ${fileOf(name)}, allowed: one of them`)
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : environment[name]
      given[name] = value === '' && name !== 'ANALYTICS_ID' ? undefined : value
    } catch {
      problems.push(`${fileOf(name)}: found ${JSON.stringify(file)}, allowed: a file that can be read`)
    }
  }
  return { given, problems }
}

function fileOf(name: string): string {
  return `${name}_FILE`
}

function explain({ path, message }: z.core.$ZodIssue, given: Given): string {
  const name = String(path[0])
  const isSecret = secretName.test(name) || given[name]?.includes('@')
  const value = isSecret ? `a value (not shown${describeEnds(given[name])})` : JSON.stringify(given[name])
  return `${name}: found ${value}, allowed: ${message}`
}

/** Describes invisible mistakes in a value that isn't shown. */
function describeEnds(value = ''): string {
  if (value !== value.trim()) return ', with a space or line break at an end'
  return /^["']/.test(value) ? ', in quotes' : ''
}

/** Pairs of which neither works without the other. */
const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
] as const

function findHalves(given: Given): string[] {
  return pairs.flatMap(([one, other]) => {
    if ((given[one] === undefined) === (given[other] === undefined)) return []
    const [set, missing] = given[one] === undefined ? [other, one] : [one, other]
    return `${missing}: not set, but ${set} is, allowed: both or neither`
  })
}

/** Shorter names resemble too many others: HOME resembles HOST. */
const shortestMisspelt = 7

function findMisspelt(environment: NodeJS.ProcessEnv): string[] {
  const known = [...variableNames, ...variableNames.map(fileOf)]
  const unknown = Object.keys(environment).filter(
    (name) => name.length >= shortestMisspelt && !known.includes(name),
  )
  return unknown.flatMap((name) => {
    const nearest = closestMatch(name, known, { maxDistance: 2 })
    return nearest ? `${name} is no variable of this site. Is ${nearest} meant?` : []
  })
}
