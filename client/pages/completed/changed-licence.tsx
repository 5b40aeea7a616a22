import type { Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { coverageOf, type DatedRelease } from '../../shop/licence/coverage.ts'
import { LicenceFacts } from '../../shop/licence/licence-facts.tsx'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { describeFile } from './describe-order.ts'
import { ResendMail } from './resend-mail.tsx'

/** Shows the licence's current state. Its buyer already has the key. */
export function ChangedLicence({ order, releases }: { order: Order; releases: readonly DatedRelease[] }) {
  const timeZone = useTimeZone()
  const [licence] = order.lines.flatMap(({ change, licences }) => (change ? licences : []))
  if (!licence) return null
  const { plan, keyHint, seats } = licence
  return (
    <SplitSection
      className="NoPrint"
      id="changed"
      title="Your licence now"
      lede={`The key is the same, and the machines it’s on stay on. ${describeFile(order)}`}
      beside={<ResendMail order={order} />}
    >
      <div className="Sheet">
        <p className="Sheet-title">{`${plan}, key ${keyHint}`}</p>
        <LicenceFacts seats={seats} coverage={coverageOf(licence, releases, timeZone, order.today)} withEnd />
        <p className="Form-actions Gap">
          <PageLink className="TextLink" to={routes.activation}>
            Activate a machine
          </PageLink>
        </p>
      </div>
    </SplitSection>
  )
}
