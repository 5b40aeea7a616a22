import { dayIn, formatDate } from '#shared/calendar.ts'
import type { Order } from '#shared/orders.ts'
import { routes } from '#shared/routes.ts'
import { useTimeZone } from '../../app-state.tsx'
import { PageLink } from '../../framework/page-link.tsx'
import { ResendMail } from './resend-mail.tsx'

/** The licence that the order changed, as it is now. Its buyer has the key already. */
export function ChangedLicence({ order }: { order: Order }) {
  const timeZone = useTimeZone()
  const [licence] = order.lines.flatMap(({ change, licences }) => (change ? licences : []))
  if (!licence) return null
  const { plan, keyHint, seats, updatesUntil } = licence
  return (
    <section className="section NoPrint" data-tone="paper" aria-labelledby="changed">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="changed">
            Your licence now
          </h2>
          <p className="Lede">
            The key is the same, and the machines it’s on stay on. The app gets the new licence file the next
            time it asks.
          </p>
          <ResendMail order={order} />
        </div>
        <div className="Sheet">
          <dl className="Facts">
            <div>
              <dt>Licence</dt>
              <dd>{`${plan}, key ${keyHint}`}</dd>
            </div>
            <div>
              <dt>Machines</dt>
              <dd>{`${seats.used} of ${seats.limit} in use`}</dd>
            </div>
            <div>
              <dt>Updates</dt>
              <dd>{`Updates until ${formatDate(dayIn(timeZone, updatesUntil))}`}</dd>
            </div>
          </dl>
          <p className="Form-actions Form-actions--gap">
            <PageLink className="TextLink" to={routes.activation}>
              Activate a machine
            </PageLink>
          </p>
        </div>
      </div>
    </section>
  )
}
