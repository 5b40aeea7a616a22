import type { FormRefusal } from '#shared/http/problem.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { LinkForm } from './link-form.tsx'

export function SignedOut({ lead, refusal }: { lead: string; refusal?: FormRefusal | undefined }) {
  return (
    <>
      <PageHeader title="Your licences" lead={lead} />
      <Section wrap="Split Split--form">
        <LinkForm refusal={refusal} label="Send me a link" />
        <WhatIsThere />
      </Section>
    </>
  )
}

function WhatIsThere() {
  return (
    <div>
      <h2 className="Sheet-title">What you’ll find there</h2>
      <ul className="Will Facts--stack Ruled">
        <li>Every key, whole, with a button to copy it</li>
        <li>The machines each key is on, and a way to free them</li>
        <li>Invoices, and a way to correct one</li>
        <li>Renewals, upgrades, extra machines, and a new key for one that leaked</li>
      </ul>
      <p className="Footnote">
        Have the key in front of you? <PageLink to={routes.activation}>See its machines</PageLink> or{' '}
        <PageLink to={routes.renew}>renew it</PageLink> without signing in.
      </p>
    </div>
  )
}
