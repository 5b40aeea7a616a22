import { z } from 'zod'

export const reminderParamsSchema = z.object({
  licenceId: z.string(),
  kind: z.enum(['ending', 'release']),
  /** The end when the mail was enqueued. A renewed licence gets no reminder. */
  updatesUntil: z.iso.datetime(),
})

export type ReminderParams = z.output<typeof reminderParamsSchema>
