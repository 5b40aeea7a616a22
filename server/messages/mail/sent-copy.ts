import type { SendMailOptions } from 'nodemailer'
import type { MailText } from '#shared/desk/mail-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import { shownEmail } from '../../runtime/shown-email.ts'

type Mailbox = { name: string; address: string }

/** A message as it was sent, without secrets: keys show only their ends, and links lack tokens. */
export function copyOf({ from, to, subject, text, attachments = [] }: SendMailOptions): MailText {
  const [sender, reader] = [from as Mailbox | undefined, to as Mailbox | undefined]
  return {
    from: sender ? `${sender.name} <${sender.address}>` : null,
    to: reader ? shownEmail(reader.address) : null,
    subject: subject ?? null,
    blocks: [],
    text: withoutSecrets(String(text ?? '')),
    attachments: attachments.map(({ filename }) => String(filename)),
  }
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/([?&#](?:token|t)=)[\w.-]+/g, '$1…')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}\b/g, describeKey)
}
