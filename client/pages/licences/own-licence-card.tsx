import { dayIn, daysBetween, formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import type { KnownBuyer } from '../../shop/checkout/draft.ts'
import { coverageOf, type DatedRelease, isNearEnd } from '../../shop/licence/coverage.ts'
import { CoverageFacts } from '../../shop/licence/coverage-facts.tsx'
import { RenewLink } from '../../shop/licence/renew-link.tsx'
import { Seats } from '../../shop/licence/seats.tsx'
import { Span } from '../../shop/licence/span.tsx'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Fact } from '../../site/ui/fact.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { verbatim } from '../../site/ui/verbatim.tsx'
import { EnrolmentRows } from './enrolment-rows.tsx'
import { KeyLine } from './key-line.tsx'
import { MachineRows } from './machine-rows.tsx'

type Props = {
  licence: OwnLicence
  /** Undefined if another address bought the licence. */
  order: OwnOrder | undefined
  buyer: KnownBuyer | null
  isNewKey: boolean
  releases: readonly DatedRelease[]
  now: string
}

export function OwnLicenceCard({ licence, order, buyer, isNewKey, releases, now }: Props) {
  const { id, sku, plan, key, status, seats, updatesUntil, entitlements, imported } = licence
  const keyName = nameOfLicenceKey(key)
  const isOn = status === 'active'
  const timeZone = useTimeZone()
  const day = (time: string) => formatDate(dayIn(timeZone, time))
  const today = dayIn(timeZone, now)
  const coverage = coverageOf(licence, releases, timeZone, today)
  const hasEnded = coverage.isOver
  return (
    <section className="Licence" data-tone="glass" data-off={isOn ? undefined : ''} aria-labelledby={id}>
      <p className="Licence-top">
        {isOn ? !hasEnded && <Icon name="check" /> : <span className="Lamp" aria-hidden="true" />}
        <span>{stateOf(licence, order, { hasEnded, day })}</span>
        <small>{`${seats.used} of ${seats.limit} ${seats.limit === 1 ? 'machine' : 'machines'}`}</small>
        <Seats {...seats} />
      </p>
      <div className="Stack Licence-body">
        <div>
          <h3 className="Licence-name" id={id} tabIndex={-1}>
            <span>{plan}</span>
            <span className="vh">{verbatim`, key ${keyName}`}</span>
          </h3>
          <KeyLine licenceKey={key} name={`${plan} ${keyName}`} isNew={isNewKey} />
        </div>
        {isOn ? (
          <Span today={today} until={dayIn(timeZone, updatesUntil)} renewedUntil={null} releases={releases} />
        ) : (
          <OffNote order={order} />
        )}
        <div className="Licence-cols">
          <dl className="Facts">
            {!hasEnded && (
              <Fact term={isForGood(updatesUntil) ? 'Updates' : 'Updates until'}>
                {isForGood(updatesUntil)
                  ? 'for good'
                  : `${day(updatesUntil)}${isNearEnd(coverage) ? `, ${inDays(daysBetween(today, coverage.until))}` : ''}`}
              </Fact>
            )}
            <CoverageFacts coverage={coverage} />
            {entitlements.length > 0 && (
              <Fact term="Unlocks" translate="no">
                {entitlements.join(', ')}
              </Fact>
            )}
            <Fact term="Order">
              {order ? (
                <a href={`#order-${order.number}`} translate="no">
                  {order.number}
                </a>
              ) : (
                (boughtElsewhere(imported) ?? 'Stays with the address that bought it')
              )}
            </Fact>
            {imported?.oldKeyHint && (
              <Fact term="Old key">{verbatim`${imported.oldKeyHint}, which goes on working`}</Fact>
            )}
          </dl>
          <div className="Licence-part">
            <h4>Machines</h4>
            <MachineRows licence={licence} />
          </div>
          {licence.enrolments.length > 0 && (
            <div className="Licence-part Licence-part--wide">
              <h4>Tokens for many machines</h4>
              <EnrolmentRows licence={licence} />
            </div>
          )}
        </div>
      </div>
      <div className="Row Licence-acts">
        {isOn ? (
          <>
            <RenewLink sku={sku} seats={seats.limit} coverage={coverage} licenceKey={key} buyer={buyer} />
            {/* A key can be replaced once a day. */}
            {!isNewKey && (
              <PageLink className="TextLink" to={licenceActRoute('replace-key', id)}>
                Replace the key
              </PageLink>
            )}
            <PageLink className="TextLink" to={licenceActRoute('move', id)}>
              Move it
            </PageLink>
            {seats.limit > 1 && (
              <PageLink className="TextLink" to={licenceActRoute('enrol', id)}>
                Install it on many machines
              </PageLink>
            )}
          </>
        ) : (
          <PageLink className="TextLink" to={routes.contact}>
            Write to us about it
          </PageLink>
        )}
      </div>
    </section>
  )
}

/** The other shop; null for a licence sold here. */
function boughtElsewhere(imported: OwnLicence['imported']): string | null {
  if (!imported) return null
  const where = imported.from ? `Bought on ${imported.from}` : 'Bought before this shop'
  return imported.order ? `${where}, ${imported.order}` : where
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

function stateOf(
  { status, movedAt, updatesUntil }: OwnLicence,
  order: OwnOrder | undefined,
  { hasEnded, day }: { hasEnded: boolean; day(time: string): string },
) {
  if (status === 'revoked')
    return order?.status === 'refunded' ? 'Off: its order was refunded' : 'Off for good'
  if (status === 'suspended') {
    return order?.status === 'disputed' ? 'Off while your bank looks at the payment' : 'Off for now'
  }
  const state = hasEnded ? `Runs for good. Updates ended ${day(updatesUntil)}` : 'On'
  return movedAt ? `${state}. Moved here ${day(movedAt)}` : state
}

function OffNote({ order }: { order: OwnOrder | undefined }) {
  return (
    <p className="Licence-note">
      {order?.status === 'disputed' ? (
        <span>
          The cardholder questioned the payment. <strong>If that was a mistake, tell the bank.</strong> When
          it decides for the payment, the key goes on again by itself. Until then it can’t be changed or
          moved.
        </span>
      ) : (
        'While it is off it can’t be changed or moved.'
      )}
    </p>
  )
}
