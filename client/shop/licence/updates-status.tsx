import { formatDate } from '#shared/calendar/calendar.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { Elements } from '../../site/ui/elements.ts'
import { Icon } from '../../site/ui/icon.tsx'
import type { CoverageState } from './coverage.ts'

type Props = { status: LicenceInfo['status']; coverage: CoverageState }

/** Has no error icon, because ended updates are no error. */
export function UpdatesStatus({ status, coverage: { until, isOver } }: Props) {
  const end: Elements = <time dateTime={until}>{formatDate(until)}</time>
  if (status !== 'active') {
    return (
      <p className="Licence-top" data-off="">
        <Icon name="alert" />
        <span>{status === 'suspended' ? 'Suspended' : 'Revoked'}</span>
      </p>
    )
  }
  return (
    <p className="Licence-top">
      {!isOver && <Icon name="check" />}
      {isOver ? <span>Runs for good. Updates ended {end}</span> : <span>On. Updates until {end}</span>}
    </p>
  )
}
