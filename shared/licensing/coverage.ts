import type { Day } from '../calendar/calendar.ts'
import type { Release } from '../releases/releases.ts'
import { newestFirst } from '../releases/versions.ts'

type Dated = Pick<Release, 'version' | 'date'>

/** Null if the updates end before the first release. */
export function newestCovered<Item extends Dated>(releases: readonly Item[], until: Day): Item | null {
  return newestFirst(releases).find(({ date }) => date <= until) ?? null
}

/** Tells a refused version how far the licence goes and where to renew it. */
export type Coverage = {
  updatesUntil: string
  newestCovered: { version: string; date: string; page: string } | null
  /** Omits the key, which would stay in the browser's history. */
  renewUrl: string
}
