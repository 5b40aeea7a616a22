import { dayIn, formatDate } from '#shared/calendar.ts'
import type { Order, OrderLicence } from '#shared/orders.ts'
import { routes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { PageLink } from '../../framework/page-link.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ResendMail } from './resend-mail.tsx'

export function LicenceKeys({ order }: { order: Order }) {
  const { site } = useAppState()
  const lastDay = (time: string) => formatDate(dayIn(site.company.timeZone, time))
  const licences = order.lines.flatMap(({ name, licences }) =>
    licences.flatMap(({ key, ...licence }) => (key ? [{ name, key, ...licence }] : [])),
  )
  const inUse = licences.some(({ status }) => status === 'active')
  return (
    <section className="section NoPrint" data-tone="paper" aria-labelledby="keys">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="keys">
            Licence keys
          </h2>
          {inUse && (
            <>
              <p className="Lede">Keep them somewhere safe. Anyone who has a key can use it.</p>
              <ResendMail order={order} />
            </>
          )}
        </div>
        <div>
          <ul className="Keys">
            {licences.map(({ name, key, seats, status, updatesUntil }) => (
              <li key={key} data-status={status}>
                <span className="Keys-key">{key}</span>
                <span className="Keys-for">
                  {[
                    name,
                    machines(seats.limit),
                    notes[status] || `updates until ${lastDay(updatesUntil)}`,
                  ].join(', ')}
                </span>
                {status === 'active' && (
                  <CopyButton
                    className="Button Button--quiet Button--small"
                    text={key}
                    label={`the key for ${name}`}
                  />
                )}
              </li>
            ))}
          </ul>
          {inUse && (
            <div className="Form-actions Form-actions--gap">
              <ButtonLink to={routes.downloads}>{`Download ${site.product}`}</ButtonLink>
              <PageLink className="TextLink" to={routes.activation}>
                Activate a machine
              </PageLink>
              <PageLink className="TextLink" to={routes.renew}>
                Renew, upgrade or add machines
              </PageLink>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

const notes: Record<OrderLicence['status'], string> = {
  active: '',
  suspended: 'on hold',
  revoked: 'switched off',
}

function machines(seats: number): string {
  return seats === 1 ? 'one machine' : `${seats} machines`
}
