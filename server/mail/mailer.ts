import type { Site } from '#shared/site.ts'
import type { AppContext } from '../context.ts'
import { type OutboxWorker, startOutboxWorker } from '../outbox/worker.ts'
import { type DeliveryParts, deliverNext } from './deliver.ts'
import { type LetterContext, renderMail } from './render.ts'
import type { MailSources } from './sources.ts'
import { createMailTransport } from './transport.ts'

export type MailerParts = Pick<AppContext, 'config' | 'clock' | 'random' | 'log'> & {
  db: AppContext['database']['db']
  /** Reads the current content. */
  site(): Site
  sources: MailSources
  orderLink: LetterContext['orderLink']
  customers: LetterContext['customers']
}

export function startMailer({
  config,
  site,
  sources,
  orderLink,
  customers,
  ...parts
}: MailerParts): OutboxWorker {
  const context = { siteUrl: config.siteUrl, sources, orderLink, customers }
  const delivery: DeliveryParts = {
    ...parts,
    render: (mail) => renderMail(mail, { ...context, site: site() }),
    transport: createMailTransport(config),
  }
  return startOutboxWorker(() => deliverNext(delivery), parts.log)
}
