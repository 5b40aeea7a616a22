import { useAppState } from '../app-state.tsx'
import { Seo } from '../framework/seo.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ContactForm } from './contact/contact-form.tsx'
import { OtherWays } from './contact/other-ways.tsx'

export function Component() {
  const { site } = useAppState()
  return (
    <>
      <Seo
        title="Contact"
        description={`Questions about ${site.product}, a licence or an order: write to ${site.company.name}.`}
      />
      <PageHeader title="Contact" lead="Write to us. We answer by email." />
      <section className="section" data-tone="paper">
        <div className="wrap Split Split--form">
          <ContactForm />
          <OtherWays />
        </div>
      </section>
    </>
  )
}
