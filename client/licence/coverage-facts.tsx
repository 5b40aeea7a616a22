import { formatDate } from '#shared/calendar.ts'
import type { Coverage, DatedRelease } from './coverage.ts'

/** Rows of a licence's facts: the versions that it covers, and the newest one that it doesn't. */
export function CoverageFacts({ coverage: { newest, missed, isOver } }: { coverage: Coverage }) {
  return (
    <>
      <div>
        <dt>{isOver ? 'Covers' : 'Covers now'}</dt>
        <dd>{newest ? `Versions up to ${released(newest)}` : 'No version that was released'}</dd>
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

/** "2.3.0" → "2.3", "2.2.1" → "2.2.1" */
export function shortVersion(version: string): string {
  return version.replace(/\.0$/, '')
}

function released({ version, date }: DatedRelease): string {
  return `${shortVersion(version)}, released ${formatDate(date)}`
}
