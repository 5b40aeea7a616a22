import { useId } from 'react'
import { useAppState } from '../../site/framework/app-state.tsx'
import { FieldError } from '../../site/ui/field.tsx'
import { NoCheck } from '../../verification/no-check.tsx'

type Props = {
  /** Why a person must tick the box, and what to do without script; null if no check is needed. */
  reason: string | null
}

/** `showCheck` fills it. It follows the refusal, which gets the focus. */
export function CheckPlace({ reason }: Props) {
  const { verification } = useAppState().config
  const id = useId()
  if (!verification) return <NoCheck />
  if (reason === null) return null
  return (
    <>
      <div role="alert" data-refused tabIndex={-1}>
        <FieldError error={reason} />
      </div>
      <fieldset
        className="Verify"
        tabIndex={-1}
        aria-describedby={id}
        data-human-check
        data-site-key={verification.siteKey}
        data-base-url={verification.baseUrl}
      >
        <legend className="vh">Human verification</legend>
        <div className="Verify-frame">
          <div className="Verify-widget" />
        </div>
        <p className="Field-error" id={id} role="status" />
      </fieldset>
    </>
  )
}
