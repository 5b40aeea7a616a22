import type { Random } from './ids.ts'

/** One reading of the clock, so that rows written together have the same time. */
export type Moment = { now: Date; random: Random }

/** Who acts, and when. */
export type Acting = Moment & { who: string }

export function momentOf({ clock, random }: { clock: () => Date; random: Random }): Moment {
  return { now: clock(), random }
}
