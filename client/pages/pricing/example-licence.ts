import { addDays, addMonths, type Day } from '#shared/calendar.ts'
import { newestFirst } from '#shared/versions.ts'
import type { DatedRelease } from '../../licence/coverage.ts'

export type ExampleLicence = { bought: Day; until: Day; missed: DatedRelease }

/**
 * The example's updates ended halfway between the two newest releases.
 * @param months of updates with each licence
 * @returns null without a release to miss
 */
export function exampleLicence(releases: readonly DatedRelease[], months: number): ExampleLicence | null {
  const [missed, ...older] = newestFirst(releases)
  const covered = older.find(({ date }) => missed && date < missed.date)
  if (!missed || !covered) return null
  const days = (Date.parse(missed.date) - Date.parse(covered.date)) / dayMs
  const bought = addMonths(addDays(covered.date, Math.floor(days / 2)), -months)
  return { bought, until: addMonths(bought, months), missed }
}

const dayMs = 24 * 60 * 60 * 1000
