import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { readSite } from '../../content/site.ts'
import { renderMail } from '../../mails.ts'
import { startMailer } from '../../messages/mail/deliver.ts'
import { openDatabase } from '../../runtime/db/database.ts'
import { createLog } from '../../runtime/log.ts'
import { messageSources } from './mail-sources.ts'

/** Sends the outbox's mails in a separate process, which tests can kill. */
const config = readConfig()
const { db } = await openDatabase(config)
const context = {
  site: readSite(config.contentDir),
  siteUrl: config.siteUrl,
  cardPayments: false,
  sources: messageSources(db),
}
startMailer(
  {
    db,
    clock: () => new Date(),
    random: randomBytes,
    log: createLog(config),
    render: (mail) => renderMail(mail, context),
  },
  config,
)
await sleep(60_000)
