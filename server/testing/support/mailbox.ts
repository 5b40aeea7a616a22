import type { SendMailOptions } from 'nodemailer'
import type { AppContext } from '../../context.ts'
import { mailDelivery } from '../../mails.ts'
import { deliverNext } from '../../messages/mail/deliver.ts'

export type ReadMail = { to: string; subject: string; text: string; attachments: string[] }

/** Renders due mails as their readers would see them. */
export async function readMails(ctx: AppContext): Promise<ReadMail[]> {
  const read: ReadMail[] = []
  const delivery = {
    ...mailDelivery(ctx),
    transport: {
      async send(_id: string, { to, subject, text, attachments = [] }: SendMailOptions) {
        read.push({
          to: (to as { address: string }).address,
          subject: String(subject),
          text: String(text),
          attachments: attachments.map(({ filename }) => String(filename)),
        })
        return 250
      },
    },
  }
  while (await deliverNext(delivery));
  return read
}

/** The token of the mail's link. */
export function tokenIn({ text }: ReadMail): string {
  const [, token] = /[?&]token=([\w-]{43})\b/.exec(text) ?? []
  if (!token) throw new Error(`no link in:\n${text}`)
  return token
}
