import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { coverageOf, type DatedRelease } from '../../shop/licence/coverage.ts'
import { LicenceFacts } from '../../shop/licence/licence-facts.tsx'
import { RenewLink } from '../../shop/licence/renew-link.tsx'
import { UpdatesStatus } from '../../shop/licence/updates-status.tsx'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { Fact } from '../../site/ui/fact.tsx'
import { Icon } from '../../site/ui/icon.tsx'

type Props = {
  licence: LicenceInfo
  /** Empty if the page doesn't have the key. */
  licenceKey: string
  releases: readonly DatedRelease[]
  /** The machine that was just activated. */
  machine?: { id: string; activatedAt: string }
}

export function LicenceCard({ licence, licenceKey, releases, machine }: Props) {
  const timeZone = useTimeZone()
  const { sku, plan, status, keyHint, seats, licensedTo } = licence
  const coverage = coverageOf(licence, releases, timeZone)
  return (
    <section className="Licence" data-tone="glass" aria-labelledby="licence" tabIndex={-1} ref={focusOnce}>
      {machine ? (
        <p className="Licence-top">
          <Icon name="check" />
          <span>
            Activated on{' '}
            <time dateTime={machine.activatedAt}>{formatDate(dayIn(timeZone, machine.activatedAt))}</time>
          </span>
        </p>
      ) : (
        <UpdatesStatus status={status} coverage={coverage} />
      )}
      <div className="Stack Licence-body">
        <div>
          <h2 className="Licence-name" id="licence">
            {plan}
          </h2>
          <p className="Licence-key" translate="no">
            {keyHint}
          </p>
        </div>
        <LicenceFacts
          licensedTo={licensedTo}
          seats={seats}
          coverage={coverage}
          withEnd={machine !== undefined}
        >
          {machine && (
            <Fact term="This machine" className="mono" translate="no">
              {machine.id}
            </Fact>
          )}
        </LicenceFacts>
      </div>
      {status === 'active' && (
        <p className="Row Licence-acts">
          <RenewLink sku={sku} seats={seats.limit} coverage={coverage} licenceKey={licenceKey} />
        </p>
      )}
    </section>
  )
}

/** The card takes the focus, because it replaces the focused form. */
function focusOnce(card: HTMLElement | null) {
  card?.focus()
}
