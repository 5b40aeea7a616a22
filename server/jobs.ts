import { routes } from '#shared/routes/routes.ts'
import type { AppContext, ShopContext } from './context.ts'
import { createHourlyReminder } from './licences/reminders/remind.ts'
import { createCustomerSources } from './licences/your-licences/customer-sources.ts'
import { type MailerParts, startMailer } from './messages/mail/mailer.ts'
import { createMailSources } from './messages/mail/sources.ts'
import { startWebhooks } from './messages/webhooks/deliver.ts'
import { endRemoved } from './messages/webhooks/receivers.ts'
import { notifyOfQuarantine } from './people/contact/notify-of-quarantine.ts'
import { accessToken, type OpenedByToken } from './people/link-access/access.ts'
import { answerCommands } from './runtime/control/answer-commands.ts'
import { createOutageLog } from './runtime/process/outage-log.ts'
import { followTransfers } from './shop/orders/follow-transfers.ts'
import { startSweep } from './shop/orders/sweep.ts'

export type Jobs = { stop(): Promise<void> }

/** Runs background jobs until `stop`. Every process of the site may run them at once. */
export function startJobs(context: AppContext): Jobs {
  const outages = createOutageLog(context)
  const ctx = { ...context, log: outages.log }
  const mailer = startMailer(mailerParts(ctx))
  ctx.outbox.onNudge(mailer.nudge)
  const sweep = startSweep(ctx, {
    quarantine: () => notifyOfQuarantine(ctx),
    transfers: () => followTransfers(ctx),
    webhooks: () => endRemoved(ctx.database.db, ctx.library.typed.site, ctx.clock()),
    reminders: createHourlyReminder(ctx),
  })
  const webhooks = startWebhooks(ctx)
  const stopAnswering = answerCommands(ctx)
  return {
    async stop() {
      await Promise.all([sweep.stop(), mailer.stop(), webhooks.stop(), stopAnswering()])
      outages.stop()
    },
  }
}

export function mailerParts(ctx: ShopContext): MailerParts {
  return {
    ...ctx,
    db: ctx.database.db,
    site: () => ctx.library.typed.site,
    sources: createMailSources(ctx),
    orderLink: (order) => orderLink(ctx, order),
    customers: createCustomerSources(ctx),
  }
}

/** Includes the token that opens the order. */
async function orderLink(
  { config, keyring, database: { db } }: ShopContext,
  order: OpenedByToken,
): Promise<string> {
  const token = accessToken(await keyring.secrets(db), order)
  return `${config.siteUrl}${routes.completedOrder(order.id)}&token=${token}`
}
