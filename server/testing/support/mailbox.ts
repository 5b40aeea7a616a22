import type { SendMailOptions } from 'nodemailer'
import type { AppContext } from '../../context.ts'
import { mailDelivery } from '../../mails.ts'
import { deliverNext } from '../../messages/mail/deliver.ts'

export type ReadMail = { to: string; subject: string; text: string; attachments: string[] }

/** Renders due mails as their readers would see them. */
export async function readMails(ctx: AppContext): Promise<ReadMail[]> {
  return (await takeMails(ctx)).map(({ to, subject, text, attachments = [] }) => ({
    to: (to as { address: string }).address,
    subject: String(subject),
    text: String(text),
    attachments: attachments.map(({ filename }) => String(filename)),
  }))
}

/** The same with everything that a mail server would get. */
export async function takeMails(ctx: AppContext): Promise<SendMailOptions[]> {
  const taken: SendMailOptions[] = []
  const delivery = {
    ...mailDelivery(ctx),
    transport: {
      async send(_id: string, mail: SendMailOptions) {
        taken.push(mail)
        return 250
      },
    },
  }
  while (await deliverNext(delivery));
  return taken
}

/** The token of the mail's link. */
export function tokenIn({ text }: ReadMail): string {
  const [, token] = /[?&]token=([\w-]{43})\b/.exec(text) ?? []
  if (!token) throw new Error(`no link in:\n${text}`)
  return token
}
