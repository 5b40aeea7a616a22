import { addDays, addMonths, type Day, daysBetween } from '#shared/calendar/calendar.ts'
import { newestFirst } from '#shared/releases/versions.ts'
import type { DatedRelease } from '../../shop/licence/coverage.ts'

type ExampleLicence = { bought: Day; until: Day; missed: DatedRelease }

/**
 * An example licence whose updates ended halfway between the two newest releases.
 * @param months of updates with each licence
 * @returns null if no release would be missed
 */
export function exampleLicence(releases: readonly DatedRelease[], months: number): ExampleLicence | null {
  const [missed, ...older] = newestFirst(releases)
  const covered = older.find(({ date }) => missed && date < missed.date)
  if (!missed || !covered) return null
  const days = daysBetween(covered.date, missed.date)
  const bought = addMonths(addDays(covered.date, Math.floor(days / 2)), -months)
  return { bought, until: addMonths(bought, months), missed }
}
