import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Notice } from '../../site/ui/notice.tsx'
import { explainProblem, type ProblemEnd } from './problems.ts'

type Props = {
  code: string
  end: ProblemEnd
  /** Tries again. Null if a form still has the fields, so that it can be sent again. */
  onAgain?: (() => void) | null
}

/** Shown above the forms. */
export function ProblemNotice({ code, end, onAgain }: Props) {
  const { title, advice, askUs, renew } = explainProblem(code, end)
  return (
    <Notice icon="alert" className="Notice--error Above" role="alert" tabIndex={-1} ref={focusOnce}>
      <strong>{title}</strong> <span>{advice}</span>
      {(askUs || renew || onAgain) && (
        <div className="Notice-actions">
          {onAgain && (
            <button className="TextLink" type="button" onClick={onAgain}>
              Try again
            </button>
          )}
          {renew && <PageLink to={routes.renew}>Renew the licence</PageLink>}
          {askUs && <PageLink to={routes.contact}>Ask us about it</PageLink>}
        </div>
      )}
    </Notice>
  )
}

/** Takes the focus, because the form may be a screen away. */
function focusOnce(notice: HTMLElement | null) {
  notice?.focus()
}
