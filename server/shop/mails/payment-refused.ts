import { z } from 'zod'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine, paragraph } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'

const paramsSchema = z.object({ answer: z.string() })

export const paymentRefused: Template = async (mail, context) => {
  const { answer } = paramsSchema.parse(JSON.parse(mail.params))
  return ownerLetter(context, {
    subject: 'Cards don’t work: the payment provider refuses us',
    title: 'Card payments are refused.',
    blocks: [
      paragraph(
        'The payment provider refused to open a payment page. The order is kept, and its buyer was asked to pay by bank transfer or to try later. Check the secret key, its permissions and the account. This mail comes once an hour at most.',
      ),
    ],
    facts: [{ term: 'It answered', value: oneLine(answer) }],
    commands: [{ term: 'To see whether it still does', command: 'doctor' }],
    page: deskRoutes.home,
  })
}
