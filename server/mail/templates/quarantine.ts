import { z } from 'zod'
import type { Template } from '../render.ts'

/** `waiting`: how many messages there were. */
const paramsSchema = z.object({ waiting: z.int().positive() })

/** To ourselves: messages that nobody was told of. It repeats none of their words. */
export const quarantine: Template = async (mail) => {
  const { waiting } = paramsSchema.parse(JSON.parse(mail.params))
  const messages = waiting === 1 ? '1 message waits' : `${waiting} messages wait`
  return {
    subject: `${messages} in quarantine`,
    title: `${messages} in quarantine.`,
    blocks: [
      {
        type: 'paragraph',
        text: 'Most are spam, but a person’s message may be among them. Its writer was told that you answer by email.',
      },
      {
        type: 'facts',
        facts: [
          { term: 'To list them', value: 'npm run admin -- messages list --quarantined' },
          { term: 'To read one', value: 'npm run admin -- messages show REFERENCE' },
        ],
      },
      { type: 'paragraph', text: 'You are told tomorrow of what comes later today.' },
    ],
    reason: 'The site writes this to its own address, at most once a day.',
    automatic: true,
  }
}
