import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { archSchema, channelSchema, fileKindSchema, platformSchema } from '../releases/releases.ts'
import { time } from './answers.ts'

export const deskReleaseSchema = z.object({
  version: z.string(),
  date: daySchema,
  channel: channelSchema,
  /** Percent of the installations that are offered it. */
  rollout: z.int(),
  isWithdrawn: z.boolean(),
  /** False before its date. */
  isOut: z.boolean(),
  /** Who changed at the desk what its file says, and when. */
  changedBy: z.string().nullable(),
  changedAt: time.nullable(),
  /** Names what the desk changed last. */
  revision: z.string(),
  /** Seen in the last 90 days. */
  machines: z.int(),
  files: z.array(
    z.object({
      name: z.string(),
      platform: platformSchema,
      arch: archSchema,
      kind: fileKindSchema,
      /** In bytes; null for a file that was never recorded. */
      size: z.int().nullable(),
    }),
  ),
})

export type DeskRelease = z.infer<typeof deskReleaseSchema>

export const releaseListSchema = z.object({
  releases: z.array(deskReleaseSchema),
  /** Machines on versions that no file is about; null for those that told none. */
  others: z.array(z.object({ version: z.string().nullable(), machines: z.int() })),
})

export type ReleaseList = z.infer<typeof releaseListSchema>
