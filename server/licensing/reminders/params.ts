import { z } from 'zod'

/** What the outbox keeps of a reminder besides its recipient. */
export const reminderParamsSchema = z.object({
  licenceId: z.string(),
  kind: z.enum(['ending', 'release']),
  /** As it was when the mail was written: a licence that was renewed since isn't reminded. */
  updatesUntil: z.iso.datetime(),
})

export type ReminderParams = z.output<typeof reminderParamsSchema>
