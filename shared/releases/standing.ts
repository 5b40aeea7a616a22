import type { Day } from '../calendar/calendar.ts'
import type { Channel, Release } from './releases.ts'
import { newestFirst } from './versions.ts'

/** What decides who is offered a release. */
export type Offerable = Pick<Release, 'version' | 'date'> & {
  channel?: Channel | undefined
  rollout?: number | undefined
  withdrawn?: boolean | undefined
}

/** The members to ask the content for. */
export const offerMembers: (keyof Offerable)[] = ['version', 'date', 'channel', 'rollout', 'withdrawn']

/** Who asks for releases. */
export type Audience = {
  /** Betas go to those who follow the beta channel, and so does everything stable. */
  channel?: Channel | undefined
  /** Last day of the licence's updates; without a licence every day is covered. */
  until?: Day | undefined
  /** Place in the queue of a rollout, 0 first and 1 last. Without one, only complete rollouts count. */
  place?: number | undefined
}

/** Why a release is offered or isn't. `waiting` means that a rollout hasn't reached the audience. */
export type Standing = 'offered' | 'otherChannel' | 'withdrawn' | 'uncovered' | 'waiting'

/** Decides for the whole site, its update feeds and the desk which releases exist for whom. */
export function standingOf(release: Offerable, { channel = 'stable', until, place = 1 }: Audience): Standing {
  const { rollout = 100 } = release
  if (release.channel === 'beta' && channel !== 'beta') return 'otherChannel'
  if (release.withdrawn) return 'withdrawn'
  if (until !== undefined && release.date > until) return 'uncovered'
  return rollout === 100 || place < rollout / 100 ? 'offered' : 'waiting'
}

/** Newest first. */
export function offeredTo<Item extends Offerable>(releases: readonly Item[], audience: Audience): Item[] {
  return newestFirst(releases).filter((release) => standingOf(release, audience) === 'offered')
}

/** What the whole site announces. A site that offers nothing announces its first release. */
export function latestForAll<Item extends Offerable>(releases: readonly [Item, ...Item[]]): Item {
  const [latest] = offeredTo(releases, {})
  return latest ?? newestFirst(releases).at(-1) ?? releases[0]
}
