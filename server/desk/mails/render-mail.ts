import type { MailText } from '#shared/desk/mail-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import type { Clock, ShopContext } from '../../context.ts'
import { type MailContext, mailContextOf, writeLetter } from '../../mails.ts'
import { plainText } from '../../messages/mail/plain-text.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'

/** Hides secrets: keys show their ends alone, and links lack their tokens. */
export async function renderForDesk(ctx: ShopContext, mail: MailRow): Promise<MailText> {
  const context = withoutEffects(mailContextOf(ctx), ctx)
  const { site } = context
  try {
    const letter = await writeLetter(mail, context)
    return {
      from: `${site.product} <${site.company.email}>`,
      subject: letter.subject,
      blocks: JSON.parse(withoutSecrets(JSON.stringify(letter.blocks))),
      text: withoutSecrets(plainText(letter, site)),
      attachments: (letter.attachments ?? []).map(({ filename }) => filename),
    }
  } catch (err) {
    // The mail's subject may be gone.
    ctx.log.warn({ err, mail: mail.id }, 'mail can’t be shown')
    return { from: null, subject: null, blocks: [], text: null, attachments: [] }
  }
}

/** Viewing a mail must create no link and notify nobody. */
function withoutEffects(context: MailContext, { clock }: Clock): MailContext {
  const sources: MailContext['sources'] = {
    ...context.sources,
    createLink: async () => ({ token: 'none', expiresAt: clock() }),
    notifyUnknownAddress: async () => {},
  }
  return { ...context, sources }
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/([?&#](?:token|t)=)[\w.-]+/g, '$1…')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}\b/g, describeKey)
}
