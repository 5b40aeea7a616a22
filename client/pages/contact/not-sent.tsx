import { useAppState } from '../../site/framework/app-state.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Notice } from '../../site/ui/notice.tsx'
import type { Refusal } from './use-send-message.ts'

/** Offers another way to contact us if the visitor can't fix the failure. */
export function NotSent({ refusal: { errors, detail, message } }: { refusal: Refusal }) {
  const { email } = useAppState().site.company
  return (
    <Notice icon="alert" className="Notice--error" role="alert" tabIndex={-1}>
      <strong>Your message wasn’t sent.</strong> <span>{detail}</span>
      {errors.length === 0 && (
        <div className="Notice-actions">
          <a className="TextLink" href={`mailto:${email}`}>
            Write an email
          </a>
          {message !== '' && <CopyButton text={message} label="your message" labelled />}
        </div>
      )}
    </Notice>
  )
}
