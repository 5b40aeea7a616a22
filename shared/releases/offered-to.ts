import type { Day } from '../calendar/calendar.ts'
import { isCovered } from './coverage.ts'
import type { Channel, Release } from './releases.ts'
import { newestFirst } from './versions.ts'

/** The members that decide who is offered a release. */
export type Offerable = Pick<Release, 'version' | 'date'> & {
  channel?: Channel | undefined
  rollout?: number | undefined
  withdrawn?: boolean | undefined
}

/** The members to request from the content. */
export const offerMembers: (keyof Offerable)[] = ['version', 'date', 'channel', 'rollout', 'withdrawn']

/** The recipient of offers. */
export type Audience = {
  /** The beta channel gets betas and stable releases. */
  channel?: Channel | undefined
  /** Last day of the licence's updates; if omitted, every release is covered. */
  until?: Day | undefined
  /** Position in a rollout's queue, from 0 (first) to 1 (last). If omitted, only complete rollouts count. */
  place?: number | undefined
}

/** Why a release is offered or not. `waiting` means that its rollout hasn't reached the audience. */
export type Standing = 'offered' | 'otherChannel' | 'withdrawn' | 'uncovered' | 'waiting'

/** The rule of what is offered to whom, for the site, its update feeds and the desk. */
export function standingOf(release: Offerable, { channel = 'stable', until, place = 1 }: Audience): Standing {
  const { rollout = 100 } = release
  if (release.channel === 'beta' && channel !== 'beta') return 'otherChannel'
  if (release.withdrawn) return 'withdrawn'
  if (until !== undefined && !isCovered(release, until)) return 'uncovered'
  return rollout === 100 || place < rollout / 100 ? 'offered' : 'waiting'
}

/** Newest first. */
export function offeredTo<Item extends Offerable>(releases: readonly Item[], audience: Audience): Item[] {
  return newestFirst(releases).filter((release) => standingOf(release, audience) === 'offered')
}

/** Null if the updates end before the first release. Ignores betas and incomplete rollouts. */
export function newestCovered<Item extends Offerable>(releases: readonly Item[], until: Day): Item | null {
  return offeredTo(releases, { until })[0] ?? null
}

/** The newest release offered to everybody, which the site announces. If there is none, the very first release. */
export function latestForAll<Item extends Offerable>(releases: readonly [Item, ...Item[]]): Item {
  const [latest] = offeredTo(releases, {})
  return latest ?? newestFirst(releases).at(-1) ?? releases[0]
}
