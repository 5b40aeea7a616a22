import { z } from 'zod'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { ownerLetter } from '../mail/owner-letter.ts'
import type { Template } from '../mail/template.ts'

const paramsSchema = z.object({
  webhookId: z.string(),
  type: z.string(),
  host: z.string(),
  isGone: z.boolean().default(false),
})

export const webhookGivenUp: Template = async (mail, context) => {
  const { webhookId, type, host, isGone } = paramsSchema.parse(JSON.parse(mail.params))
  return ownerLetter(context, {
    ...(isGone
      ? { subject: `${host} wants no more webhooks`, title: 'A receiver ended its webhooks.' }
      : { subject: `${host} didn’t take a webhook for three days`, title: 'A webhook was given up.' }),
    blocks: [
      isGone
        ? `It answered 410 to the message ${type}, so it’s told nothing more until content/site.yml names it again: reload the content without it, and with it again a minute later.`
        : `The message ${type} couldn’t be delivered to ${host}. It’s kept, as are later ones that can’t be delivered either, of which no mail tells until the receiver works. They can be sent again then.`,
    ],
    facts: [],
    page: `${deskRoutes.webhooks}?status=dead`,
    commands: [
      { term: 'What went wrong', command: 'webhooks list --status dead' },
      ...(isGone ? [] : [{ term: 'To send it again', command: `webhooks retry ${webhookId}` }]),
    ],
  })
}
