import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { archSchema, channelSchema, fileKindSchema, platformSchema } from '../releases/releases.ts'
import { time } from './answers.ts'

export const deskReleaseSchema = z.object({
  version: z.string(),
  date: daySchema,
  channel: channelSchema,
  /** Percent of installations that are offered it. */
  rollout: z.int(),
  isWithdrawn: z.boolean(),
  /** False before its release date. */
  isOut: z.boolean(),
  /** Who last overrode the file's offer at the desk, and when. */
  changedBy: z.string().nullable(),
  changedAt: time.nullable(),
  /** Identifies the desk's latest change. */
  revision: z.string(),
  /** Machines seen in the last 90 days. */
  machines: z.int(),
  files: z.array(
    z.object({
      name: z.string(),
      platform: platformSchema,
      arch: archSchema,
      kind: fileKindSchema,
      /** In bytes; null if the file was never recorded. */
      size: z.int().nullable(),
    }),
  ),
})

export type DeskRelease = z.infer<typeof deskReleaseSchema>

export const releaseListSchema = z.object({
  releases: z.array(deskReleaseSchema),
  /** Machines on versions without a file here; `version` is null for machines that reported none. */
  others: z.array(z.object({ version: z.string().nullable(), machines: z.int() })),
})

export type ReleaseList = z.infer<typeof releaseListSchema>
