import type { Order, OrderLicence } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { type CoverageState, coverageOf, type DatedRelease, isNearEnd } from '../../shop/licence/coverage.ts'
import { coverageSentence } from '../../shop/licence/coverage-facts.tsx'
import { RenewLink } from '../../shop/licence/renew-link.tsx'
import { machines } from '../../shop/licence/words.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { Verbatim } from '../../site/ui/verbatim.tsx'
import { ResendMail } from './resend-mail.tsx'

export function LicenceKeys({ order, releases }: { order: Order; releases: readonly DatedRelease[] }) {
  const { site } = useAppState()
  const { timeZone } = site.company
  const licences = order.lines.flatMap(({ name, licences }) =>
    licences.flatMap(({ key, ...licence }) => (key ? [{ name, key, ...licence }] : [])),
  )
  const inUse = licences.some(({ status }) => status === 'active')
  return (
    <SplitSection
      className="NoPrint"
      id="keys"
      title="Licence keys"
      {...(inUse && { lede: 'Keep them somewhere safe. Anyone who has a key can use it.' })}
      beside={inUse && <ResendMail order={order} />}
    >
      <div>
        <ul className="Keys Ruled">
          {licences.map((licence) => (
            <LicenceKey
              key={licence.key}
              licence={licence}
              coverage={coverageOf(licence, releases, timeZone, order.today)}
            />
          ))}
        </ul>
        {inUse && (
          <div className="Form-actions Gap">
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
    </SplitSection>
  )
}

type LicenceKeyProps = { licence: OrderLicence & { name: string; key: string }; coverage: CoverageState }

/** Shows the licence's current state, which may differ from what was ordered. */
function LicenceKey({ licence: { name, plan, sku, key, seats, status }, coverage }: LicenceKeyProps) {
  const isOn = status === 'active'
  return (
    <li data-status={status}>
      <Verbatim className="Keys-key">{key}</Verbatim>
      <span className="Keys-for">
        {`${plan}, ${machines(seats.limit)}. ${isOn ? coverageSentence(coverage) : notes[status]}.`}
      </span>
      {isOn && (
        <>
          <CopyButton
            className="Button Button--quiet Button--small"
            text={key}
            label={`the key for ${name}`}
          />
          {isNearEnd(coverage) && (
            <p className="Keys-renew">
              <RenewLink sku={sku} seats={seats.limit} coverage={coverage} licenceKey={key} />
            </p>
          )}
        </>
      )}
    </li>
  )
}

const notes = { suspended: 'On hold', revoked: 'Switched off' }
