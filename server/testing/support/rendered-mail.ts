import { createTransport, type SendMailOptions } from 'nodemailer'
import type { MailRow } from '../../runtime/db/rows/mails.ts'

/** A mail in the outbox. */
export function mailRow(kind: string, params = {}, recipient = 'grace@example.com'): MailRow {
  return {
    id: 'mail_1',
    dedupe_key: 'x',
    kind,
    order_id: kind.startsWith('order') ? 'ord_1' : null,
    message_id: kind.startsWith('contact') ? 'msg_1' : null,
    recipient,
    params: JSON.stringify(params),
    status: 'queued',
    attempts: 1,
    next_attempt_at: '2026-11-20T10:00:00.000Z',
    leased_until: null,
    lease: null,
    last_error: null,
    created_at: '2026-11-20T10:00:00.000Z',
    sent_at: null,
    retried_at: null,
    sent_copy: null,
    aside_reason: null,
  }
}

/** The mail on the wire: bytes, unfolded headers, recipients. */
export async function compose(mail: SendMailOptions) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: bytes, envelope } = await transport.sendMail(mail)
  const [head = ''] = String(bytes).split('\n\n')
  return {
    bytes: bytes as Buffer,
    head: head.replace(/\n[ \t]+/g, ' '),
    envelope: envelope as { to: string[] },
  }
}

/** The readable text of HTML. */
export function readable(html: unknown): string {
  return String(html)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
}
