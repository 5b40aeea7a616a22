import { routes } from '#shared/routes.ts'
import { notifyOfQuarantine } from '../contact/notify-of-quarantine.ts'
import type { AppContext, ShopContext } from '../context.ts'
import { answerCommands } from '../control/answer-commands.ts'
import { createHourlyReminder } from '../licensing/reminders/remind.ts'
import { accessToken, type OpenedByToken } from '../link-access/access.ts'
import { type MailerParts, startMailer } from '../mail/mailer.ts'
import { createMailSources } from '../mail/sources.ts'
import { followTransfers } from '../orders/follow-transfers.ts'
import { startSweep } from '../orders/sweep.ts'
import { startWebhooks } from '../webhooks/deliver.ts'
import { endRemoved } from '../webhooks/receivers.ts'
import { createCustomerSources } from '../your-licences/customer-sources.ts'
import { createOutageLog } from './outage-log.ts'

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
