import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Elements } from './elements.ts'
import { Icon } from './icon.tsx'

type FieldProps = {
  label: string
  /** Smaller text after the label: "for the keys". */
  note?: string
  hint?: ReactNode
  /** States the mistake, and how to correct it. */
  error?: string | undefined
}

export function TextField({
  label,
  note,
  hint,
  error,
  className,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <input dir="auto" {...control} {...asTyped(input)} className={join('Field-input', className)} />
      )}
    </Field>
  )
}

/** Browsers' own fields for addresses refuse or rewrite international domains, so this is a text field. */
function asTyped({ type, ...input }: ComponentProps<'input'>): ComponentProps<'input'> {
  return type === 'email'
    ? { ...input, type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
    : { ...input, type }
}

export function TextArea({ label, note, hint, error, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(control) => <textarea dir="auto" {...control} {...input} className="Field-input" />}
    </Field>
  )
}

export function Select({ label, note, hint, error, ...input }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(control) => <select {...control} {...input} className="Field-input" />}
    </Field>
  )
}

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function Field({
  label,
  note,
  hint,
  error,
  children,
}: FieldProps & { note: string | undefined; children(control: Control): Elements }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="Field" data-invalid={error ? '' : undefined}>
      <label className="Field-label" htmlFor={id}>
        <span>{label}</span> {note && <small>{note}</small>}
      </label>
      {hint && (
        <p className="Field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** A checkbox or radio button with its label. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="Choice">
      <input {...input} />
      <span>{children}</span>
    </label>
  )
}

/** @param id the target of the control's `aria-describedby` */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  return (
    error && (
      <p className="Field-error" id={id}>
        <Icon name="alert" />
        <span>{error}</span>
      </p>
    )
  )
}

function join(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
