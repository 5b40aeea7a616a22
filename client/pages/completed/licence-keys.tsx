import type { Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { coverageOf, type DatedRelease } from '../../shop/licence/coverage.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { LicenceKey } from './licence-key.tsx'
import { ResendMail } from './resend-mail.tsx'

type Props = { order: Order; releases: readonly DatedRelease[] }

export function LicenceKeys({ order, releases }: Props) {
  const { site } = useAppState()
  const { timeZone } = site.company
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
            {licences.map((licence) => (
              <LicenceKey
                key={licence.key}
                licence={licence}
                coverage={coverageOf(licence, releases, timeZone, order.today)}
              />
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
