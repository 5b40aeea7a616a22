import type { SendMailOptions } from 'nodemailer'
import type { MailText } from '#shared/desk/mail-answers.ts'
import type { Config } from '../../config.ts'
import type { AppContext, Clock } from '../../context.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { momentOf } from '../../runtime/moment.ts'
import { failureText } from '../failure-text.ts'
import { type OutboxWorker, startOutboxWorker } from '../outbox/worker.ts'
import { dropMail, mailQueue, setEarlierAside } from './outbox.ts'
import { maxAttempts, retryDelayMs } from './retry-delay.ts'
import { copyOf } from './sent-copy.ts'
import { createMailTransport, type MailTransport, type SmtpError } from './transport.ts'

export type DeliveryParts = Clock &
  Pick<AppContext, 'log'> & {
    db: AppContext['database']['db']
    /** @throws UnsendableMail or NeedlessMail */
    render(mail: MailRow): Promise<SendMailOptions>
    transport: MailTransport
    /** Called with the result of each attempt. */
    count?(result: MailResult): void
  }

export const mailResults = ['sent', 'retry', 'dead'] as const
export type MailResult = (typeof mailResults)[number]

/** Thrown if no later attempt can succeed. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

/** Thrown by templates if the mail is no longer needed. */
export class NeedlessMail extends Error {
  override name = 'NeedlessMail'
}

/**
 * Sends the mail that has been due longest, and records failures.
 * @returns false if none is due
 * @throws errors of the database
 */
export async function deliverNext(parts: DeliveryParts): Promise<boolean> {
  const { db } = parts
  const mail = await mailQueue.lease(db, momentOf(parts))
  if (!mail) return false
  await settle(parts, mail, await attempt(parts, mail))
  return true
}

type Outcome =
  | { outcome: 'sent'; smtpCode: number | null; copy: MailText }
  | { outcome: 'needless' }
  | { outcome: 'retry' | 'dead'; reason: string; smtpCode?: number; err?: unknown }

/** An attempt that crashes the process leaves no outcome, so only the count gives up such a mail. */
async function attempt({ render, transport }: DeliveryParts, mail: MailRow): Promise<Outcome> {
  if (mail.attempts > maxAttempts) return { outcome: 'dead', reason: 'no attempt came to an end' }
  let message: SendMailOptions
  let copy: MailText
  try {
    message = await render(mail)
    // A fault must show before the mail is sent; otherwise it would be sent again.
    copy = copyOf(message)
  } catch (err) {
    if (err instanceof NeedlessMail) return { outcome: 'needless' }
    const reason = textOf(err)
    if (err instanceof UnsendableMail) return { outcome: 'dead', reason }
    return { outcome: 'retry', reason: `It couldn’t be rendered: ${reason}`, err }
  }
  try {
    return { outcome: 'sent', smtpCode: await transport.send(mail.id, message), copy }
  } catch (err) {
    return outcomeOf(err as SmtpError)
  }
}

/**
 * Only a permanent refusal of recipient or message is final. Operators can fix log-in, greeting and sender.
 */
function outcomeOf(error: SmtpError): Outcome {
  const isFinal = error.permanent === true && ['RCPT TO', 'DATA'].includes(error.command ?? '')
  return { outcome: isFinal ? 'dead' : 'retry', reason: textOf(error), smtpCode: error.responseCode }
}

async function settle({ db, clock, random, log, count }: DeliveryParts, mail: MailRow, result: Outcome) {
  const about = mail.order_id ? { orderId: mail.order_id } : {}
  const line = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, ...about }
  if (result.outcome === 'sent') {
    const sent = { status: 'sent', sent_at: clock().toISOString(), last_error: null } as const
    await mailQueue.settle(db, mail, { ...sent, sent_copy: JSON.stringify(result.copy) })
    await setEarlierAside(db, mail)
    count?.('sent')
    log.info({ ...line, outcome: 'sent', smtpCode: result.smtpCode }, 'mail sent')
    return
  }
  if (result.outcome === 'needless') return dropMail(db, mail)
  const { reason, smtpCode, err } = result
  const delay =
    result.outcome === 'retry' ? retryDelayMs(mail.attempts, random(4).readUInt32BE() / 2 ** 32) : null
  const outcome = delay === null ? 'dead' : 'retry'
  const next = new Date(clock().getTime() + (delay ?? 0)).toISOString()
  const end = delay === null ? { status: 'dead' as const } : { next_attempt_at: next }
  await mailQueue.settle(db, mail, { ...end, last_error: reason })
  count?.(outcome)
  const level = outcome === 'dead' || err ? 'error' : 'warn'
  const why = { smtpCode, reason: withoutAddresses(reason), err }
  log[level]({ ...line, outcome, ...why }, outcome === 'dead' ? 'mail given up' : 'mail not sent yet')
}

function textOf(error: unknown): string {
  const { code, message = String(error) } = Object(error) as Partial<SmtpError>
  return failureText(code ? `${code}: ${message}` : message)
}

/** Servers often repeat the recipient's address, which must not reach the log. */
function withoutAddresses(reason: string): string {
  return reason.replace(/[^\s<>"]+@[^\s<>"]+/g, '[address]')
}

/** Sends the outbox's mails until `stop`. */
export function startMailer(delivery: Omit<DeliveryParts, 'transport'>, config: Config): OutboxWorker {
  const parts = { ...delivery, transport: createMailTransport(config) }
  return startOutboxWorker(() => deliverNext(parts), parts.log)
}
