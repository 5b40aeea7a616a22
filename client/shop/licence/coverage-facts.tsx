import { formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import { capitalised } from '#shared/text/words.ts'
import { Fact } from '../../site/ui/fact.tsx'
import type { CoverageState, DatedRelease } from './coverage.ts'

/** Shows the covered versions, and the newest one that isn't covered. */
export function CoverageFacts({ coverage }: { coverage: CoverageState }) {
  const { missed, isOver } = coverage
  return (
    <>
      <Fact term={isOver ? 'Covers' : 'Covers now'}>{capitalised(coveredVersions(coverage))}</Fact>
      {missed && <Fact term="Not covered">{released(missed)}</Fact>}
    </>
  )
}

/** States the last day and the newest covered version. */
export function coverageSentence(coverage: CoverageState): string {
  const { until, isOver } = coverage
  const versions = coveredVersions(coverage)
  if (isForGood(until)) return `Updates for good. Now covers ${versions}`
  return isOver
    ? `Runs for good. Covers ${versions}`
    : `Updates until ${formatDate(until)}. Now covers ${versions}`
}

/** "2.3.0" → "2.3", "2.2.1" → "2.2.1" */
export function shortVersion(version: string): string {
  return version.replace(/\.0$/, '')
}

/** A licence may cover an earlier line of versions that isn’t offered here. */
export function coveredVersions({ newest, missed, until }: CoverageState): string {
  if (newest) return `versions up to ${released(newest)}`
  return missed
    ? `versions released until ${formatDate(until)}, older than any offered here`
    : 'no version yet'
}

function released({ version, date }: DatedRelease): string {
  return `${shortVersion(version)}, released ${formatDate(date)}`
}
