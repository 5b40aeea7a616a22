import type { AppContext } from '../../context.ts'
import type { MailRow } from '../../db/rows/mails.ts'
import { renderMail } from '../../mail/render.ts'
import { mailerParts } from '../../process/jobs.ts'

/** What a mail says, without what opens something: keys by their ends alone, links without their tokens. */
export async function renderForDesk(
  ctx: AppContext,
  mail: MailRow,
): Promise<{ subject: string | null; text: string | null; attachments: string[] }> {
  const { site, config, customers, ...parts } = mailerParts(ctx)
  // Reading a mail makes no link, and tells nobody.
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
    // What it was about may be gone.
    ctx.log.warn({ err, mail: mail.id }, 'mail can’t be shown')
    return { subject: null, text: null, attachments: [] }
  }
}

/** @param text of a mail */
export function withoutSecrets(text: string): string {
  return text
    .replace(/([?&]token=)[\w.-]+/g, '$1…')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,}-([0-9A-Z]{4})\b/g, '…-$1')
}
