import { useEffect } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { clearDraft } from './draft.ts'

/** Replaces the form. The address leads to its heading. */
export function Sent({ reference }: { reference: string }) {
  useEffect(clearDraft, [])
  return (
    <div className="Notice Notice--ok Sent">
      <Icon name="check" />
      <div>
        <h2 className="Sent-title" id="sent" tabIndex={-1}>
          Message sent.
        </h2>
        <p>
          We’ll answer by email. Your reference is{' '}
          <strong className="Sent-reference num" translate="no">
            {reference}
          </strong>
        </p>
        <div className="Notice-actions">
          <PageLink to={routes.contact}>Write another message</PageLink>
        </div>
      </div>
    </div>
  )
}
