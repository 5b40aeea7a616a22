import { useEffect, useState } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Notice } from '../../site/ui/notice.tsx'
import { clearDraft, readSent } from './draft.ts'

/** Replaces the form after sending. The address leads to its heading. */
export function Sent({ reference, answersWithin }: { reference: string; answersWithin: string | undefined }) {
  const [sent, setSent] = useState('')
  // Only this tab has the message, because the address contains just the reference.
  useEffect(() => {
    clearDraft()
    setSent(readSent(reference))
  }, [reference])
  return (
    <Notice icon="check" className="Notice--ok Sent">
      <h2 className="Sent-title" id="sent" tabIndex={-1}>
        Message sent.
      </h2>
      <p>
        <span>
          {answersWithin
            ? `A person answers by email, usually within ${answersWithin}.`
            : 'We’ll answer by email.'}
        </span>{' '}
        <span>Your reference is</span>{' '}
        <strong className="Sent-reference num" translate="no">
          {reference}
        </strong>
      </p>
      {sent && (
        <>
          <p>You wrote:</p>
          <blockquote className="Sent-message">{sent}</blockquote>
        </>
      )}
      <div className="Notice-actions">
        <PageLink to={routes.contact}>Write another message</PageLink>
      </div>
    </Notice>
  )
}
