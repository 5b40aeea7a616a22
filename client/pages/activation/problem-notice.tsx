import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { explainProblem, type ProblemEnd } from './problems.ts'

/** Appears above the forms. */
export function ProblemNotice({ code, end }: { code: string; end: ProblemEnd }) {
  const { title, advice, askUs, renew } = explainProblem(code, end)
  return (
    <div className="Notice Notice--error Notice--above" role="alert" tabIndex={-1} ref={focusOnce}>
      <Icon name="alert" />
      <div>
        <strong>{title}</strong> <span>{advice}</span>
        {(askUs || renew) && (
          <div className="Notice-actions">
            {renew && <PageLink to={routes.renew}>Renew the licence</PageLink>}
            {askUs && <PageLink to={routes.contact}>Ask us about it</PageLink>}
          </div>
        )}
      </div>
    </div>
  )
}

/** Takes the focus, because the form may be a screen away. */
function focusOnce(notice: HTMLElement | null) {
  notice?.focus()
}
