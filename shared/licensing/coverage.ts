import type { Day } from '../calendar/calendar.ts'
import { type Offerable, offeredTo } from '../releases/offered-to.ts'

/** Null if the updates end before the first release. Ignores betas and incomplete rollouts. */
export function newestCovered<Item extends Offerable>(releases: readonly Item[], until: Day): Item | null {
  return offeredTo(releases, { until })[0] ?? null
}
