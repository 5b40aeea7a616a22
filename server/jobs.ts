import type { AppContext } from './context.ts'
import { createHourlyUploadPurge } from './desk/statement/purge-uploads.ts'
import { createImporter } from './licences/import/resume-imports.ts'
import { takeUpOffers } from './licences/releases/offers.ts'
import { createHourlyReminder } from './licences/reminders/remind.ts'
import { mailDelivery } from './mails.ts'
import { startMailer } from './messages/mail/mailer.ts'
import { startWebhooks } from './messages/webhooks/deliver.ts'
import { endRemoved } from './messages/webhooks/receivers.ts'
import { notifyOfQuarantine } from './people/contact/notify-of-quarantine.ts'
import { createHourlySearchPurge } from './people/help/missed-searches.ts'
import { answerCommands } from './runtime/control/answer-commands.ts'
import { createOutageLog } from './runtime/process/outage-log.ts'
import { followTransfers } from './shop/orders/follow-transfers.ts'
import { startSweep } from './shop/orders/sweep.ts'

export type Jobs = { stop(): Promise<void> }

/** Runs background jobs until `stop`. Every process of the site may run them at once. */
export function startJobs(context: AppContext): Jobs {
  const outages = createOutageLog(context)
  const ctx = { ...context, log: outages.log }
  const mailer = startMailer({ ...mailDelivery(ctx), count: ctx.metrics?.countMail }, ctx.config)
  ctx.outbox.onNudge(mailer.nudge)
  const importer = createImporter(ctx)
  const sweep = startSweep(ctx, {
    quarantine: () => notifyOfQuarantine(ctx),
    transfers: () => followTransfers(ctx),
    webhooks: () => endRemoved(ctx.database.db, ctx.library.typed.site, ctx.clock()),
    offers: () => takeUpOffers(ctx),
    reminders: createHourlyReminder(ctx),
    uploads: createHourlyUploadPurge(ctx),
    searches: createHourlySearchPurge(ctx),
    imports: importer.resume,
  })
  const webhooks = startWebhooks(ctx)
  const stopAnswering = answerCommands(ctx)
  return {
    async stop() {
      importer.stop()
      await Promise.all([sweep.stop(), mailer.stop(), webhooks.stop(), stopAnswering()])
      outages.stop()
    },
  }
}
