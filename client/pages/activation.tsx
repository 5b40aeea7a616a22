import { useAppState } from '../app-state.tsx'
import { Seo } from '../framework/seo.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ActivationForm } from './activation/activation-form.tsx'
import { OfflineSteps } from './activation/offline-steps.tsx'

export function Component() {
  const { site } = useAppState()
  return (
    <>
      <Seo
        title="Activation"
        description={`Turn a licence of ${site.product} on for one machine, with a connection or by file.`}
      />
      <PageHeader
        title="Activation"
        lead="Turn a licence on for one machine, or see where it’s on already."
      />
      <section className="section" data-tone="paper">
        <div className="wrap Split Split--form">
          <ActivationForm />
          <OfflineSteps />
        </div>
      </section>
    </>
  )
}
