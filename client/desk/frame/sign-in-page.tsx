import type { ReactNode } from 'react'
import { SkipLink } from '../../site/layouts/skip-link.tsx'

type Props = { past?: string; title: string; lead: string; children?: ReactNode }

/** The frame of pages before the sign-in; it fills the window. */
export function SignInPage({ past, title, lead, children }: Props) {
  return (
    <div className="Desk Desk--bare" data-tone="glass">
      <title>{`${title} - The desk`}</title>
      <meta name="robots" content="noindex" />
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <div className="SignIn-stage Lens">
          <section className="SignIn">
            {past && <p className="SignIn-past">{past}</p>}
            <h1>{title}</h1>
            <p className="SignIn-lead">{lead}</p>
            {children}
          </section>
        </div>
      </main>
    </div>
  )
}

/** The script shows this note if the tab has a draft. */
export function DraftKept() {
  return (
    <p className="SignIn-lead" data-kept hidden>
      What you typed is kept in this tab. Open the link here, and it stands in its form again.
    </p>
  )
}
