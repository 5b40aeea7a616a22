import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { readSite } from '../../content/site.ts'
import { startMailer } from '../../messages/mail/mailer.ts'
import { openDatabase } from '../../runtime/db/database.ts'
import { createLog } from '../../runtime/log.ts'
import { noCustomers } from './customers.ts'
import { messageSources } from './message-sources.ts'

/** Sends the outbox's mails in a separate process, which tests can kill. */
const config = readConfig()
const { db } = await openDatabase(config)
startMailer({
  config,
  db,
  clock: () => new Date(),
  random: randomBytes,
  log: createLog(config),
  site: () => readSite(config.contentDir),
  sources: messageSources(db),
  orderLink: async ({ id }) => `${config.siteUrl}/${id}`,
  customers: noCustomers,
})
await sleep(60_000)
