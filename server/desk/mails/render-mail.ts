import type { MailText } from '#shared/desk/mail-answers.ts'
import type { AppContext } from '../../context.ts'
import type { MailRow } from '../../db/rows/mails.ts'
import { renderMail } from '../../mail/render.ts'
import { mailerParts } from '../../process/jobs.ts'

/** Hides secrets: keys show their ends alone, and links lack their tokens. */
export async function renderForDesk(ctx: AppContext, mail: MailRow): Promise<MailText> {
  const { site, config, customers, ...parts } = mailerParts(ctx)
  // Viewing a mail must create no link and notify nobody.
  const createLink = async () => ({ token: 'none', expiresAt: ctx.clock() })
  const harmless = { ...customers, createLink, tellUnknown: async () => {} }
  try {
    const message = await renderMail(mail, {
      ...parts,
      customers: harmless,
      siteUrl: config.siteUrl,
      site: site(),
    })
    const attachments = (message.attachments ?? []).map(({ filename }) => String(filename))
    return { subject: String(message.subject), text: withoutSecrets(String(message.text)), attachments }
  } catch (err) {
    // The mail's subject may be gone.
    ctx.log.warn({ err, mail: mail.id }, 'mail can’t be shown')
    return { subject: null, text: null, attachments: [] }
  }
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/([?&#](?:token|t)=)[\w.-]+/g, '$1…')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,}-([0-9A-Z]{4})\b/g, '…-$1')
}
