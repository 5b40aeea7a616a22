import type { Random } from './ids.ts'

/** One clock reading, so that rows written together carry one time. */
export type Moment = { now: Date; random: Random }

/** Who does something, and when. */
export type Acting = Moment & { who: string }

export function momentOf({ clock, random }: { clock: () => Date; random: Random }): Moment {
  return { now: clock(), random }
}
