import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { openDatabase } from '../db/database.ts'
import { createLog } from '../log.ts'
import { startMailer } from '../mail/mailer.ts'
import { createMailSources } from '../mail/sources.ts'
import { noCustomers } from './customers.ts'

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
  sources: createMailSources(db, {
    licences: async () => [],
    licence: async () => null,
    changed: async () => [],
    reminder: async () => null,
    document: async () => null,
    earlierInvoice: async () => null,
    paidByCard: async () => ({ count: 0, total: 0, orders: [] }),
    quote: async () => null,
  }),
  orderLink: async ({ id }) => `${config.siteUrl}/${id}`,
  customers: noCustomers,
})
await sleep(60_000)
