import type { MailText } from '#shared/desk/mail-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import type { AppContext } from '../../context.ts'
import type { MailRow } from '../../db/rows/mails.ts'
import { plainText } from '../../mail/plain-text.ts'
import { writeLetter } from '../../mail/render.ts'
import { mailerParts } from '../../process/jobs.ts'

/** Hides secrets: keys show their ends alone, and links lack their tokens. */
export async function renderForDesk(ctx: AppContext, mail: MailRow): Promise<MailText> {
  const { site, config, customers, ...parts } = mailerParts(ctx)
  // Viewing a mail must create no link and notify nobody.
  const createLink = async () => ({ token: 'none', expiresAt: ctx.clock() })
  const harmless = { ...customers, createLink, tellUnknown: async () => {} }
  try {
    const sender = site()
    const context = { ...parts, customers: harmless, siteUrl: config.siteUrl, site: sender }
    const letter = await writeLetter(mail, context)
    return {
      from: `${sender.product} <${sender.company.email}>`,
      subject: letter.subject,
      blocks: JSON.parse(withoutSecrets(JSON.stringify(letter.blocks))),
      text: withoutSecrets(plainText(letter, sender)),
      attachments: (letter.attachments ?? []).map(({ filename }) => filename),
    }
  } catch (err) {
    // The mail's subject may be gone.
    ctx.log.warn({ err, mail: mail.id }, 'mail can’t be shown')
    return { from: null, subject: null, blocks: [], text: null, attachments: [] }
  }
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/([?&#](?:token|t)=)[\w.-]+/g, '$1…')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}\b/g, describeKey)
}
