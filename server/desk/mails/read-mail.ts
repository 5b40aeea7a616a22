import type { MailText } from '#shared/desk/mail-answers.ts'
import type { Clock, ShopContext } from '../../context.ts'
import { type MailContext, mailContextOf, writeLetter } from '../../mails.ts'
import { renderLetter } from '../../messages/mail/render.ts'
import { copyOf, withoutSecrets } from '../../messages/mail/sent-copy.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'

const gone: MailText = { from: null, to: null, subject: null, blocks: [], text: null, attachments: [] }

/** A sent mail appears as it was sent; any other is rendered as it would be sent now. */
export async function readForDesk(ctx: ShopContext, mail: MailRow): Promise<MailText> {
  if (mail.status === 'sent') return mail.sent_copy === null ? gone : JSON.parse(mail.sent_copy)
  const context = withoutEffects(mailContextOf(ctx), ctx)
  try {
    const letter = await writeLetter(mail, context)
    const copy = copyOf(renderLetter(mail, letter, context))
    return { ...copy, blocks: JSON.parse(withoutSecrets(JSON.stringify(letter.blocks))) }
  } catch (err) {
    // The order or licence of the mail may be deleted.
    ctx.log.warn({ err, mail: mail.id }, 'mail can’t be shown')
    return gone
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
