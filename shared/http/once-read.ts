import type { z } from 'zod'

/** Runs a check of these fields even if other fields have errors, so that one answer lists all errors. */
export function onceRead(...names: string[]): { when: (payload: z.core.ParsePayload) => boolean } {
  return {
    when: ({ issues }) => issues.every(({ path }) => path?.length && !names.includes(String(path[0]))),
  }
}
