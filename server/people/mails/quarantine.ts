import { z } from 'zod'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { ownerLetter } from '../../messages/mail/owner-letter.ts'
import type { Template } from '../../messages/mail/template.ts'

/** `waiting` is the number of messages. */
const paramsSchema = z.object({ waiting: z.int().positive() })

/** Repeats none of the quarantined text. */
export const quarantine: Template = async (mail, context) => {
  const { waiting } = paramsSchema.parse(JSON.parse(mail.params))
  const messages = waiting === 1 ? '1 message waits' : `${waiting} messages wait`
  return ownerLetter(context, {
    page: `${deskRoutes.messages}?state=quarantined`,
    subject: `${messages} in quarantine`,
    title: `${messages} in quarantine.`,
    blocks: [
      'Most are spam, but a person’s message may be among them. Its writer was told that you answer by email.',
      'You are told tomorrow of what comes later today.',
    ],
    facts: [],
    commands: [
      { term: 'To list them', command: 'messages list --state quarantined' },
      { term: 'To read one', command: 'messages show REFERENCE' },
    ],
  })
}
