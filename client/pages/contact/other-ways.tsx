import { routes } from '#shared/routes/routes.ts'
import { companyAddress, companyNumber } from '#shared/seller/company.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Fact } from '../../site/ui/fact.tsx'
import { Icon } from '../../site/ui/icon.tsx'

export function OtherWays() {
  const { company } = useAppState().site
  const { email, name, timeZone } = company
  const number = companyNumber(company)
  const address = companyAddress(company)
  return (
    <aside className="Split-aside" aria-labelledby="other-ways">
      <h2 className="Sheet-title" id="other-ways">
        Other ways
      </h2>
      <dl className="Facts Facts--stack">
        <Fact term="Email">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
        <Fact term="Company">{name}</Fact>
        {address && (
          <Fact term="Address" translate="no">
            {address}
          </Fact>
        )}
        {number && (
          <Fact term={number.label} className="num">
            {number.value}
          </Fact>
        )}
        <Fact term="Our time">{placeOf(timeZone)}</Fact>
      </dl>
      <div className="Notice Notice--gap">
        <Icon name="info" />
        <p>
          <strong>Lost your key?</strong> <PageLink to={routes.licences}>Your licences</PageLink> shows every
          key that you bought. We email a link to the address you ordered with. If you have the key, the{' '}
          <PageLink to={routes.activation}>activation page</PageLink> shows its machines and lets you
          deactivate one.
        </p>
      </div>
    </aside>
  )
}

/** "Australia/Sydney" → "Sydney time" */
function placeOf(timeZone: string): string {
  return `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`
}
