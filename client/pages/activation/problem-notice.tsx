import type { Day } from '#shared/calendar.ts'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../../framework/page-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { explainProblem } from './problems.ts'

/** Appears above the forms. */
export function ProblemNotice({ code, until }: { code: string; until: Day | null }) {
  const { title, advice, askUs } = explainProblem(code, until)
  return (
    <div className="Notice Notice--error Notice--above" role="alert" tabIndex={-1} ref={focusOnce}>
      <Icon name="alert" />
      <div>
        <strong>{title}</strong> {advice}
        {askUs && (
          <div className="Notice-actions">
            <PageLink to={routes.contact}>Ask us about it</PageLink>
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
