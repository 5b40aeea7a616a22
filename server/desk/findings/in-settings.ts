import type { Finding, Found } from '#shared/desk/overview-answers.ts'
import { type Config, variablesInUse } from '../../config.ts'
import { graded } from './graded.ts'

/** Finds misspelt, missing and contradictory variables. */
export function findInSettings(config: Config): Finding[] {
  const misspelt = config.misspelt.map((found) => ({
    where: 'environment',
    found,
    todo: 'Rename it, or take it away.',
  }))
  return [
    ...graded('hurts', misspelt),
    ...graded('tidy', findMissingSettings(variablesInUse())),
    ...graded('tidy', findOperation(config)),
  ]
}

const settings: Record<string, string> = {
  SITE_URL: 'Set it to the public origin: links in feeds and mails carry it.',
  SMTP_URL: 'Set it, or mails stay as files in DATA_DIR/mail.',
  STRIPE_SECRET_KEY: 'Set it to offer card payment; without it there is only payment by bank transfer.',
  STRIPE_WEBHOOK_SECRET: 'Set it with STRIPE_SECRET_KEY: payments are confirmed through the webhook.',
  RECAPTCHA_SITE_KEY: 'Set your own pair: the test pair lets everybody through.',
  RECAPTCHA_SECRET_KEY: 'Set your own pair: the test pair lets everybody through.',
  METRICS_TOKEN: 'Set it to read /metrics.',
}

/** @param set names of the variables with a value */
export function findMissingSettings(set: ReadonlySet<string>): Found[] {
  return Object.entries(settings)
    .filter(([name]) => !set.has(name))
    .map(([where, todo]) => ({ where, found: 'not set', todo }))
}

export function findOperation(config: Pick<Config, 'databaseUrl' | 'webConcurrency'>): Found[] {
  const workers = config.webConcurrency ?? 1
  if (config.databaseUrl || workers <= 1) return []
  const found = `${workers} workers on one SQLite file`
  const todo =
    'Nothing is lost this way, but only one of them writes at a time. Set DATABASE_URL where many orders come at once.'
  return [{ where: 'WEB_CONCURRENCY', found, todo }]
}
