import { z } from 'zod'

export const reminderParamsSchema = z.object({
  licenceId: z.string(),
  kind: z.enum(['ending', 'release']),
  /** End of updates when the mail was queued. A renewed licence gets no reminder. */
  updatesUntil: z.iso.datetime(),
})

export type ReminderParams = z.output<typeof reminderParamsSchema>
