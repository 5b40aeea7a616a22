import { z } from 'zod'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'

/** Text by the refused kind of request. */
const words = {
  stripe: {
    subject: 'Cards don’t work: the payment provider refuses us',
    title: 'Card payments are refused.',
    text: 'The payment provider refused to open a payment page. The order is kept, and its buyer was asked to pay by bank transfer or to try later.',
  },
  'stripe payments': {
    subject: 'Card payments aren’t seen: the payment provider refuses us',
    title: 'Questions about payments are refused.',
    text: 'The payment provider refused to say what became of a payment. Orders that are paid meanwhile wait for their keys.',
  },
  'stripe refunds': {
    subject: 'The payment provider refused a refund',
    title: 'A refund is refused.',
    text: 'No money went back, and the order is as it was. See the payment in the provider’s dashboard.',
  },
}

const paramsSchema = z.object({
  answer: z.string(),
  matter: z.enum(['stripe', 'stripe payments', 'stripe refunds']).catch('stripe'),
})

export const paymentRefused: Template = async (mail, context) => {
  const { answer, matter } = paramsSchema.parse(JSON.parse(mail.params))
  const { subject, title, text } = words[matter]
  return ownerLetter(context, {
    subject,
    title,
    blocks: [
      `${text} Check the secret key, its permissions and the account. This mail comes once an hour at most.`,
    ],
    facts: [{ term: 'It answered', value: oneLine(answer) }],
    commands: [{ term: 'To see whether it still does', command: 'doctor' }],
    page: deskRoutes.home,
  })
}
