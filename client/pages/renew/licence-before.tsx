import type { Day } from '#shared/calendar/calendar.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { CoverageState, DatedRelease } from '../../shop/licence/coverage.ts'
import { LicenceFacts } from '../../shop/licence/licence-facts.tsx'
import { Span } from '../../shop/licence/span.tsx'
import { UpdatesStatus } from '../../shop/licence/updates-status.tsx'

type Props = {
  licence: LicenceInfo
  coverage: CoverageState
  releases: readonly DatedRelease[]
  renewedUntil: Day | null
}

export function LicenceBefore({ licence, coverage, releases, renewedUntil }: Props) {
  const { plan, status, keyHint, seats, licensedTo } = licence
  const { today, until } = coverage
  return (
    <section className="Licence" data-tone="glass" aria-labelledby="licence" tabIndex={-1}>
      <UpdatesStatus status={status} coverage={coverage} />
      <div className="Stack Licence-body">
        <div>
          <h2 className="Licence-name" id="licence">
            {plan}
          </h2>
          <p className="Licence-key Licence-key--none">{keyHint}</p>
        </div>
        <Span today={today} until={until} renewedUntil={renewedUntil} releases={releases} />
        <LicenceFacts licensedTo={licensedTo} seats={seats} coverage={coverage} />
      </div>
    </section>
  )
}
