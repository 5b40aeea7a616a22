import { useId } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { FieldError } from '../../site/ui/field.tsx'

type Props = { checked: boolean; onChange(checked: boolean): void; error?: string | undefined }

export function AcceptTerms({ checked, onChange, error }: Props) {
  const id = useId()
  return (
    <div>
      <label className="Choice">
        <input
          type="checkbox"
          name="acceptTerms"
          required
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        <span>
          I accept the <PageLink to={routes.terms}>Terms & Conditions</PageLink>
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
