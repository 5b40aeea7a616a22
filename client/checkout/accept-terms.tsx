import { useId } from 'react'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Icon } from '../ui/icon.tsx'

export function AcceptTerms({ error }: { error?: string | undefined }) {
  const id = useId()
  return (
    <div>
      <label className="Choice">
        <input
          type="checkbox"
          name="acceptTerms"
          value="true"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        <span>
          I accept the <PageLink to={routes.terms}>Terms & Conditions</PageLink>
        </span>
      </label>
      {error && (
        <p className="Field-error" id={id}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}
