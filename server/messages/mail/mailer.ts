import type { Config } from '../../config.ts'
import { type OutboxWorker, startOutboxWorker } from '../outbox/worker.ts'
import { type DeliveryParts, deliverNext } from './deliver.ts'
import { createMailTransport } from './transport.ts'

/** Sends the outbox's mails until `stop`. */
export function startMailer(delivery: Omit<DeliveryParts, 'transport'>, config: Config): OutboxWorker {
  const parts = { ...delivery, transport: createMailTransport(config) }
  return startOutboxWorker(() => deliverNext(parts), parts.log)
}
