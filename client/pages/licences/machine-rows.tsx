import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { OwnLicence } from '#shared/orders/mine.ts'
import { licenceActRoute } from '#shared/routes/routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'

export function MachineRows({ licence: { id, machines } }: { licence: OwnLicence }) {
  const timeZone = useTimeZone()
  const day = (time: string) => formatDate(dayIn(timeZone, time))
  if (machines.length === 0) return <p>None. Every seat is free.</p>
  return (
    <ul className="MachineRows">
      {machines.map((machine) => (
        <li key={machine.id}>
          <div>
            <strong>{machine.name}</strong>
            <small>
              {[machine.os, machine.appVersion && `version ${machine.appVersion}`].filter(Boolean).join(', ')}
            </small>
          </div>
          <span className="MachineRows-seen">
            {`On since ${day(machine.activatedAt)}, last seen ${day(machine.seenAt)}`}
          </span>
          <PageLink className="TextLink" to={licenceActRoute('release', id, { activationId: machine.id })}>
            Deactivate<span className="vh">{` ${machine.name}`}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
