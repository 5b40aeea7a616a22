import { type ReactNode, useId } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Choice, FieldError } from '../../site/ui/field.tsx'
import type { CheckoutErrors } from './check-fields.ts'

type Name = 'acceptTerms' | 'waivesWithdrawal'

type Props = Record<Name, boolean> & {
  /** The consent of an EU consumer; null for other buyers. */
  waiver: string | null
  errors: CheckoutErrors
  onChange(name: Name, checked: boolean): void
}

/** The checkboxes for everything that the buyer must agree to. */
export function Consents({ waiver, errors, onChange, ...given }: Props) {
  const tick = (name: Name) => ({
    name,
    checked: given[name],
    onChange: (checked: boolean) => onChange(name, checked),
    error: errors[`/${name}`],
  })
  return (
    <>
      <Tick {...tick('acceptTerms')}>
        I accept the <PageLink to={routes.terms}>Terms & Conditions</PageLink>
      </Tick>
      {waiver && <Tick {...tick('waivesWithdrawal')}>{waiver}</Tick>}
    </>
  )
}

type TickProps = {
  name: Name
  checked: boolean
  onChange(checked: boolean): void
  error: string | undefined
  children: ReactNode
}

function Tick({ name, checked, onChange, error, children }: TickProps) {
  const id = useId()
  return (
    <div>
      <Choice
        type="checkbox"
        name={name}
        required
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
      >
        {children}
      </Choice>
      <FieldError id={id} error={error} />
    </div>
  )
}
