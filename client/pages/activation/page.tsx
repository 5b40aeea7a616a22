import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { fetchReleases } from '../../shop/licence/fetch-releases.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { ActivatedLicence } from './activated-licence.tsx'
import { ActivationForm } from './activation-form.tsx'
import { MachineList } from './machine-list.tsx'
import { OfflineSteps } from './offline-steps.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { useActivation } from './use-activation.ts'
import '../../site/styles/page.css'
import '../../site/styles/data-table.css'
import '../../site/styles/field.css'
import '../../site/styles/steps.css'
import '../../site/styles/licence-card.css'
import '../../site/styles/activation.css'
import '../../site/styles/licences.css'

export function loader({ context }: LoaderFunctionArgs) {
  return fetchReleases(context.get(contentContext))
}

export function Component() {
  const releases = useLoaderData<typeof loader>()
  const { site } = useAppState()
  const activation = useActivation()
  const { licence, problem, machines, busy, message, isOn } = activation
  const hadLicence = useRef(false)

  // Moves the focus, because “Use another key” disappears with the licence.
  useEffect(() => {
    if (hadLicence.current && !licence) document.querySelector<HTMLElement>('[name=licenceKey]')?.focus()
    hadLicence.current = licence !== null
  }, [licence])

  return (
    <>
      <Seo
        title="Activation"
        description={`Turn a licence of ${site.product} on for one machine, with a connection or by file.`}
      />
      <PageHeader title="Activation" lead={isOn ? leads.on : leads.off} />
      <Section>
        <p className={message && !isOn ? 'Notice Notice--ok Above' : 'vh'} role="status">
          {message}
        </p>
        {problem && <ProblemNotice key={activation.attempts} code={problem} end={activation.end} />}
        {licence ? (
          <ActivatedLicence licence={licence} activation={activation} releases={releases} />
        ) : (
          <>
            {machines && (
              <div className="Sheet Above">
                <MachineList
                  machines={machines}
                  busy={busy}
                  onDeactivate={activation.canDeactivate ? activation.deactivate : undefined}
                />
              </div>
            )}
            <div className="Split Split--form">
              <ActivationForm
                busy={busy}
                typed={activation.typed}
                refusedKey={problem === 'licence_key_malformed' ? activation.licenceKey : ''}
                onActivate={activation.activate}
                onLookUp={activation.lookUp}
              />
              <OfflineSteps busy={busy} onRequest={activation.activateByFile} />
            </div>
          </>
        )}
      </Section>
    </>
  )
}

const leads = {
  on: 'This machine is on. You can close the page.',
  off: 'Turn a licence on for one machine, or see where it’s on already.',
}
