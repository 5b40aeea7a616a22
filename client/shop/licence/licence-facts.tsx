import { formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { Elements } from '../../site/ui/elements.ts'
import { Fact } from '../../site/ui/fact.tsx'
import type { CoverageState } from './coverage.ts'
import { CoverageFacts } from './coverage-facts.tsx'
import { Seats } from './seats.tsx'

type Props = {
  /** Undefined if the visitor is the licensee. */
  licensedTo?: LicenceInfo['licensedTo']
  seats: Pick<LicenceInfo['seats'], 'used' | 'limit'>
  coverage: CoverageState
  /** Whether to show the end of the updates; leave it out if the page shows it above. */
  withEnd?: boolean
  children?: Elements
}

export function LicenceFacts({ licensedTo, seats, coverage, withEnd = false, children }: Props) {
  return (
    <dl className="Facts">
      {licensedTo && <Fact term="Licensed to">{licensedTo.companyName ?? licensedTo.name}</Fact>}
      {withEnd && (
        <Fact
          term={coverage.isOver ? 'Updates ended' : isForGood(coverage.until) ? 'Updates' : 'Updates until'}
        >
          {isForGood(coverage.until) ? 'for good' : formatDate(coverage.until)}
        </Fact>
      )}
      <CoverageFacts coverage={coverage} />
      <Fact term="Machines">
        <span>{`${seats.used} of ${seats.limit} in use`}</span>
        <Seats {...seats} />
      </Fact>
      {children}
    </dl>
  )
}
