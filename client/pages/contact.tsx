import { useSearchParams } from 'react-router'
import { referencePattern } from '#shared/contact-reference.ts'
import { useAppState } from '../app-state.tsx'
import { Seo } from '../seo/seo.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ContactForm } from './contact/contact-form.tsx'
import { OtherWays } from './contact/other-ways.tsx'
import { Sent } from './contact/sent.tsx'

export function Component() {
  const { site } = useAppState()
  const sent = useSearchParams()[0].get('sent') ?? ''
  const isSent = referencePattern.test(sent)
  return (
    <>
      <Seo
        title="Contact"
        description={`Questions about ${site.product}, a licence or an order: write to ${site.company.name}.`}
        index={!isSent}
      />
      <PageHeader title="Contact" lead="Write to us. We answer by email." />
      <section className="section" data-tone="paper">
        <div className="wrap Split Split--form">
          {isSent ? <Sent reference={sent} /> : <ContactForm />}
          <OtherWays />
        </div>
      </section>
    </>
  )
}
