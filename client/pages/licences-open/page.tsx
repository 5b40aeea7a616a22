import { useActionData, useSearchParams } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { Gate } from '../licences/gate.tsx'
import { LinkForm } from '../licences/link-form.tsx'
import '../../site/styles/page.css'
import '../../site/styles/field.css'
import '../../site/styles/your-licences.css'

/** Only the button uses up the link, because mail programs may open links. */
export function Component() {
  const [query] = useSearchParams()
  const answer = useActionData() as { spent: true } | undefined
  if (answer) return <Spent />
  return (
    <>
      <Seo title="Open your licences" cardTitle="Your licences" index={false} />
      <Gate
        title="One press, and you’re in."
        lead="Some mail programs open links by themselves. They don’t press buttons."
        action={routes.licencesOpen}
        token={query.get('token') ?? ''}
        button="Open your licences"
        note="The link is spent when you press. You’re signed in on this device for an hour, or until you sign out."
      />
    </>
  )
}

function Spent() {
  return (
    <>
      <Seo title="This link is spent" cardTitle="Your licences" index={false} />
      <PageHeader
        past="Your licences"
        title="This link is spent."
        lead="A link works once, for 30 minutes. Here’s how to get another."
      />
      <Section wrap="Split Split--form">
        <LinkForm label="Send me a new link" />
        <div>
          <h2 className="Sheet-title">Didn’t use it yourself?</h2>
          <p className="Lede">
            Somebody who reads your mail may have. Once you’re in again, that other sign-in has ended. If a
            key may be known to others, replace it there.
          </p>
        </div>
      </Section>
    </>
  )
}
