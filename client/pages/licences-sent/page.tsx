import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/page.css'
import '../../site/styles/steps.css'
import '../../site/styles/field.css'
import '../../site/styles/your-licences.css'

/** Reads the same for every address, so that it doesn't reveal who is a customer. */
export function Component() {
  const { email } = useAppState().site.company
  return (
    <>
      <Seo title="Check your email" cardTitle="Your licences" index={false} />
      <PageHeader
        past="Your licences"
        title="Check your email."
        lead="We’ve sent something to the address you typed."
      />
      <Section wrap="Split Split--form">
        <div>
          <h2 className="Sheet-title">What to do</h2>
          <ol className="Steps Facts--stack">
            <li>
              <h3>Find the mail</h3>
              <p>{`Its subject is “Your link to your licences”, from ${email}. It usually arrives within a minute.`}</p>
            </li>
            <li>
              <h3>Open the link</h3>
              <p>It works once, for 30 minutes, on any device.</p>
            </li>
            <li>
              <h3>Press the button</h3>
              <p>You’re then signed in for an hour.</p>
            </li>
          </ol>
        </div>
        <div>
          <h2 className="Sheet-title">Nothing there?</h2>
          <ul className="Will Facts--stack Ruled">
            <li>Look in the spam folder.</li>
            <li>If the mail says we know of no licence, try the address of whoever paid.</li>
            <li>Ask again, up to five times an hour.</li>
          </ul>
          <div className="Form-actions Gap">
            <ButtonLink to={routes.licences} quiet>
              Ask again
            </ButtonLink>{' '}
            <PageLink className="TextLink" to={routes.contact}>
              Write to us
            </PageLink>
          </div>
        </div>
      </Section>
    </>
  )
}
