import type { z } from 'zod'
import type { addressLabels } from './postal-address.ts'

/**
 * A schema for each part of an address.
 * @param optional makes a schema for optional text of at most that many characters
 */
export function addressSchemas<Schema extends z.ZodType>(
  optional: (max: number) => Schema,
): Record<keyof typeof addressLabels, Schema> {
  return {
    addressLine1: optional(200),
    addressLine2: optional(200),
    city: optional(100),
    state: optional(100),
    postcode: optional(20),
  }
}
