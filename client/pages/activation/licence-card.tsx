import { dayIn, formatDate } from '#shared/calendar.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { useTimeZone } from '../../app-state.tsx'
import { Icon } from '../../ui/icon.tsx'

const states = {
  active: { text: 'This licence is on', icon: 'check' },
  ended: { text: 'Its updates have ended', icon: 'info' },
  suspended: { text: 'Suspended', icon: 'alert' },
  revoked: { text: 'Revoked', icon: 'alert' },
} as const

type Props = {
  licence: LicenceInfo
  /** The machine that was just turned on, and when. */
  machine?: { id: string; activatedAt: string }
}

/** A key's licence. */
export function LicenceCard({ licence, machine }: Props) {
  const { plan, status, keyHint, seats, updatesUntil, licensedTo } = licence
  const hasEnded = Date.parse(updatesUntil) < Date.now()
  const state = states[status === 'active' && hasEnded ? 'ended' : status]
  const timeZone = useTimeZone()
  return (
    <section className="Licence" data-tone="glass" aria-labelledby="licence" tabIndex={-1} ref={focusOnce}>
      <p className="Licence-top" data-off={status === 'active' ? undefined : ''}>
        <Icon name={state.icon} />
        {machine ? (
          <span>
            Activated on{' '}
            <time dateTime={machine.activatedAt}>{formatDate(dayIn(timeZone, machine.activatedAt))}</time>
          </span>
        ) : (
          state.text
        )}
      </p>
      <div className="Licence-body">
        <div>
          <h2 className="Licence-name" id="licence">
            {plan}
          </h2>
          <p className="Licence-key">{keyHint}</p>
        </div>
        <dl className="Facts">
          <div>
            <dt>Licensed to</dt>
            <dd>{licensedTo.companyName ?? licensedTo.name}</dd>
          </div>
          <div>
            <dt>Versions</dt>
            <dd>{`Released by ${formatDate(dayIn(timeZone, updatesUntil))}`}</dd>
          </div>
          <div>
            <dt>Machines</dt>
            <dd>
              {`${seats.used} of ${seats.limit} in use`}
              <Seats {...seats} />
            </dd>
          </div>
          {machine && (
            <div>
              <dt>This machine</dt>
              <dd className="mono">{machine.id}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  )
}

/** It takes the place of the form that had the focus. */
function focusOnce(card: HTMLElement | null) {
  card?.focus()
}

function Seats({ used, limit }: LicenceInfo['seats']) {
  return (
    <div className="Seats" aria-hidden="true">
      {Array.from({ length: limit }, (_, seat) => seat).map((seat) => (
        <i key={seat} data-on={seat < used ? '' : undefined} />
      ))}
    </div>
  )
}
