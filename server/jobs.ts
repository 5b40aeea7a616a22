import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from './context.ts'
import { createHourlyUploadPurge } from './desk/statement/purge-uploads.ts'
import { createImporter } from './licences/import/resume-imports.ts'
import { takeUpOffers } from './licences/releases/offers.ts'
import { createHourlyReminder } from './licences/reminders/remind.ts'
import { mailDelivery } from './mails.ts'
import { startMailer } from './messages/mail/deliver.ts'
import { startWebhooks } from './messages/webhooks/deliver.ts'
import { endRemoved } from './messages/webhooks/receivers.ts'
import { notifyOfQuarantine } from './people/contact/quarantine.ts'
import { createHourlySearchPurge } from './people/help/missed-searches.ts'
import { createHourlyPurge } from './purge.ts'
import { answerCommands } from './runtime/control/answer-commands.ts'
import type { Log } from './runtime/log.ts'
import { createOutageLog } from './runtime/process/outage-log.ts'
import { followTransfers } from './shop/orders/follow-transfers.ts'
import { settleDue } from './shop/orders/settle-due.ts'

export type Jobs = { stop(): Promise<void> }

/** Runs background jobs until `stop`. Every process of the site may run them at once. */
export function startJobs(context: AppContext): Jobs {
  const outages = createOutageLog(context)
  const ctx = { ...context, log: outages.log }
  const mailer = startMailer({ ...mailDelivery(ctx), count: ctx.metrics?.countMail }, ctx.config)
  ctx.outbox.onNudge(mailer.nudge)
  const importer = createImporter(ctx)
  const chores = startChores(ctx.log, {
    sweep: () => settleDue(ctx),
    purge: createHourlyPurge(ctx),
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
      await Promise.all([chores.stop(), mailer.stop(), webhooks.stop(), stopAnswering()])
      outages.stop()
    },
  }
}

const choresEveryMs = 30_000

type Chore = () => Promise<unknown>

/** Runs all of them at the start and every half minute, one by one. A failing one doesn't stop the others. */
function startChores(log: Log, chores: Record<string, Chore>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const [name, chore] of Object.entries(chores)) {
        await chore().catch((error) => log.error({ err: error }, `${name} failed`))
      }
      await sleep(choresEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
