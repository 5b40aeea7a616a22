import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { routes } from '#shared/routes.ts'
import { useAppState } from '../app-state.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { coverageOf } from '../licence/coverage.ts'
import { shortVersion } from '../licence/coverage-facts.tsx'
import { fetchReleases } from '../licence/fetch-releases.ts'
import { Seo } from '../seo/seo.tsx'
import { contentContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemNotice } from './activation/problem-notice.tsx'
import { Grow } from './renew/grow.tsx'
import { KeyForm } from './renew/key-form.tsx'
import { useRenewal } from './renew/use-renewal.ts'
import '../styles/licences.css'
import '../styles/paying.css'
import '../styles/renew.css'
import '../styles/revised.css'
import '../styles/span.css'

export function loader({ context }: LoaderFunctionArgs) {
  return fetchReleases(context.get(contentContext))
}

export function Component() {
  const releases = useLoaderData<typeof loader>()
  const { site } = useAppState()
  const { found, problem, end, busy, attempts, lookUp, startOver } = useRenewal()
  const missed = found && coverageOf(found.offer.licence, releases, site.company.timeZone).missed
  return (
    <>
      <Seo
        title={title}
        description={`Renew a licence of ${site.product}, upgrade it, or add machines.`}
        index={false}
      />
      <PageHeader
        compact
        past={<PageLink to={routes.licences}>Your licences</PageLink>}
        title={title}
        lead={
          missed
            ? `Nothing has stopped. A renewal brings you ${shortVersion(missed.version)}.`
            : 'The key you have can grow. It stays the same key.'
        }
      />
      <section className="section section--article" data-tone="paper">
        <div className="wrap">
          <p className="vh" role="status">
            {found && `This is your ${found.offer.licence.plan} licence. Choose what to add.`}
          </p>
          {problem && <ProblemNotice key={attempts} code={problem} end={end} />}
          {found ? (
            <Grow
              {...found}
              releases={releases}
              onOtherKey={startOver}
              onOfferChanged={() => lookUp(found)}
            />
          ) : (
            <KeyForm busy={busy} onLookUp={(key) => lookUp({ access: { key }, buyer: null })} />
          )}
        </div>
      </section>
    </>
  )
}

const title = 'Renew, upgrade, add'
