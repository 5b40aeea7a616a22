import type { Day } from '../calendar.ts'
import type { Release } from '../releases.ts'
import { newestFirst } from '../versions.ts'

type Dated = Pick<Release, 'version' | 'date'>

/** The newest release that updates until a day cover; null where they end before the first. */
export function newestCovered<Item extends Dated>(releases: readonly Item[], until: Day): Item | null {
  return newestFirst(releases).find(({ date }) => date <= until) ?? null
}

/** What a refused version is told: how far the licence goes, and where it's renewed. */
export type Coverage = {
  /** ISO 8601 UTC. */
  updatesUntil: string
  /** With the address of what is new in it. */
  newestCovered: { version: string; date: string; page: string } | null
  /** Without the key: it would stand in the history of browsers. */
  renewUrl: string
}
