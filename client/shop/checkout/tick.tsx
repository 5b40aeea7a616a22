import { useId } from 'react'
import type { Elements } from '../../site/ui/elements.ts'
import { FieldError } from '../../site/ui/field.tsx'

type Props = {
  name: string
  checked: boolean
  onChange(checked: boolean): void
  error?: string | undefined
  children: Elements
}

/** What has to be agreed to. */
export function Tick({ name, checked, onChange, error, children }: Props) {
  const id = useId()
  return (
    <div>
      <label className="Choice">
        <input
          type="checkbox"
          name={name}
          required
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        {children}
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
