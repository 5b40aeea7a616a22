import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { coverageOf } from '../../shop/licence/coverage.ts'
import { shortVersion } from '../../shop/licence/coverage-facts.tsx'
import { fetchReleases } from '../../shop/licence/fetch-releases.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { ProblemNotice } from '../activation/problem-notice.tsx'
import { ChangeForm } from './change-form.tsx'
import { KeyForm } from './key-form.tsx'
import { useRenewal } from './use-renewal.ts'
import '../../site/styles/page.css'
import '../../site/styles/qty.css'
import '../../site/styles/span.css'
import '../../site/styles/revised.css'
import '../../site/styles/licence-card.css'
import '../../site/styles/licences.css'
import '../../site/styles/renew.css'

export function loader({ context }: LoaderFunctionArgs) {
  return fetchReleases(context.get(contentContext))
}

export function Component() {
  const releases = useLoaderData<typeof loader>()
  const { site } = useAppState()
  const { found, problem, refusedKey, end, busy, attempts, unanswered, lookUp, startOver } = useRenewal()
  const isFound = found !== null
  const isPressed = useRef(false)

  // The focus moves, because the pressed button is gone. A visitor from a link has pressed nothing.
  useEffect(() => {
    if (isPressed.current)
      document.querySelector<HTMLElement>(isFound ? '.Licence' : '[name=licenceKey]')?.focus()
  }, [isFound])

  function tryAgain() {
    isPressed.current = true
    if (unanswered) lookUp(unanswered)
  }

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
      <Section className="section--article">
        <p className="vh" role="status">
          {found && `This is your ${found.offer.licence.plan} licence. Choose what to add.`}
        </p>
        {problem && (
          <ProblemNotice key={attempts} code={problem} end={end} onAgain={unanswered && tryAgain} />
        )}
        {found ? (
          <ChangeForm
            {...found}
            releases={releases}
            onOtherKey={() => {
              isPressed.current = true
              startOver()
            }}
            onOfferChanged={() => lookUp(found)}
          />
        ) : (
          <KeyForm
            busy={busy}
            refusedKey={refusedKey}
            onLookUp={(key) => {
              isPressed.current = true
              lookUp({ access: { key }, buyer: null })
            }}
          />
        )}
      </Section>
    </>
  )
}

const title = 'Renew, upgrade, add'
