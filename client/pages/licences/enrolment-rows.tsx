import { formatDate } from '#shared/calendar/calendar.ts'
import type { OwnLicence } from '#shared/orders/mine.ts'
import { licenceActRoute } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { KeyLine } from './key-line.tsx'

/** Enrolment tokens, which silent installations use instead of a key. */
export function EnrolmentRows({ licence: { id, enrolments } }: { licence: OwnLicence }) {
  return (
    <ul className="MachineRows">
      {enrolments.map(({ id: enrolmentId, token, tokenHint, seats, lastDay }) => (
        <li key={enrolmentId}>
          {token ? (
            <KeyLine licenceKey={token} name={`token ${tokenHint}`} isNew={false} />
          ) : (
            <strong>{tokenHint}</strong>
          )}
          <span className="MachineRows-seen">
            {`${seats.used} of ${seats.limit} machines, until ${formatDate(lastDay)}`}
          </span>
          <PageLink className="TextLink" to={licenceActRoute('end-enrolment', id, { enrolmentId })}>
            End<span className="vh">{` the token ${tokenHint}`}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
