import type { Site } from '#shared/seller/site.ts'
import type { AppContext } from '../../context.ts'
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

export function startMailer(parts: MailerParts): OutboxWorker {
  const delivery = { ...deliveryOf(parts), transport: createMailTransport(parts.config) }
  return startOutboxWorker(() => deliverNext(delivery), parts.log)
}

export function deliveryOf(parts: MailerParts): Omit<DeliveryParts, 'transport'> {
  const { db, clock, random, log } = parts
  return { db, clock, random, log, render: (mail) => renderMail(mail, letterContextOf(parts)) }
}

export function letterContextOf({ config, site, sources, orderLink, customers }: MailerParts): LetterContext {
  const { siteUrl, stripe } = config
  return { site: site(), siteUrl, cardPayments: stripe !== null, orderLink, sources, customers }
}
