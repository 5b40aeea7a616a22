import type { Random } from './ids.ts'

/** One reading of the clock with a random source, so that rows which are written together carry one time. */
export type Moment = { now: Date; random: Random }

export function momentOf({ clock, random }: { clock: () => Date; random: Random }): Moment {
  return { now: clock(), random }
}
