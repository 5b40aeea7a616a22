import type { Day } from '../calendar/calendar.ts'
import { type Offerable, offeredTo } from '../releases/standing.ts'

/** Null if the updates end before the first release. A beta, and what isn't rolled out to all, counts for nobody. */
export function newestCovered<Item extends Offerable>(releases: readonly Item[], until: Day): Item | null {
  return offeredTo(releases, { until })[0] ?? null
}

/** Tells a refused version how far the licence goes and where to renew it. */
export type Coverage = {
  updatesUntil: string
  newestCovered: { version: string; date: string; page: string } | null
  /** Omits the key, which would stay in the browser's history. */
  renewUrl: string
}
