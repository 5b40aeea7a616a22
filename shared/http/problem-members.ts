import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { deskRoleSchema } from '../desk/roles.ts'
import { activationSchema, coverageSchema } from '../licensing/answers.ts'
import type { ErrorCode } from './error-codes.ts'

const text = z.string()
const line = { line: z.int().nullable() }
const shopUrl = { shopUrl: z.url() }

/** A problem's additional members, by its code. */
export const problemMembers = {
  version_not_covered: coverageSchema.shape,
  too_many_moves: { until: daySchema.meta({ description: 'A new machine can activate from this day.' }) },
  seat_limit_reached: { activations: z.array(activationSchema) },
  signing_key_unknown: { downloadUrl: z.url() },
  trial_ended: shopUrl,
  trial_not_offered: shopUrl,
  price_changed: { total: z.int(), tax: z.int(), currency: text },
  quote_used: { orderNumber: text },
  changed_meanwhile: {
    at: z.iso.datetime(),
    who: text.nullable(),
    act: text,
    revision: z.union([text, z.int()]).optional(),
  },
  confirmation_required: {
    preview: z.record(text, z.unknown()).meta({ description: 'What the act would do.' }),
  },
  role_forbidden: { act: text, role: deskRoleSchema, roles: z.array(deskRoleSchema) },
  statement_unreadable: line,
  import_unreadable: line,
} satisfies Partial<Record<ErrorCode, z.ZodRawShape>>
