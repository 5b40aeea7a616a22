import { formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import { capitalised } from '#shared/text/words.ts'
import type { CoverageState, DatedRelease } from './coverage.ts'

/** Shows the covered versions and the newest one beyond. */
export function CoverageFacts({ coverage: { newest, missed, isOver } }: { coverage: CoverageState }) {
  return (
    <>
      <div>
        <dt>{isOver ? 'Covers' : 'Covers now'}</dt>
        <dd>{capitalised(versions(newest))}</dd>
      </div>
      {missed && (
        <div>
          <dt>Not covered</dt>
          <dd>{released(missed)}</dd>
        </div>
      )}
    </>
  )
}

/** Names the last day and the newest covered version. */
export function coverageSentence({ until, newest, isOver }: CoverageState): string {
  if (isForGood(until)) return `Updates for good. Now covers ${versions(newest)}`
  return isOver
    ? `Runs for good. Covers ${versions(newest)}`
    : `Updates until ${formatDate(until)}. Now covers ${versions(newest)}`
}

/** "2.3.0" → "2.3", "2.2.1" → "2.2.1" */
export function shortVersion(version: string): string {
  return version.replace(/\.0$/, '')
}

function versions(newest: DatedRelease | null): string {
  return newest ? `versions up to ${released(newest)}` : 'no version that was released'
}

function released({ version, date }: DatedRelease): string {
  return `${shortVersion(version)}, released ${formatDate(date)}`
}
