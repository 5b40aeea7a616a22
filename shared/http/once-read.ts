import type { z } from 'zod'

/** Checks these fields together also beside errors of others, so that one answer lists all errors. */
export function onceRead(...names: string[]): { when: (payload: z.core.ParsePayload) => boolean } {
  return {
    when: ({ issues }) => issues.every(({ path }) => path?.length && !names.includes(String(path[0]))),
  }
}
