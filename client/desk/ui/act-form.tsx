import { type ReactNode, useId } from 'react'
import { useActionData } from 'react-router'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { onceField } from '#shared/desk/once-field.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextArea } from '../../site/ui/field.tsx'
import { useFrameIfAny, useMay } from '../frame/use-frame.ts'
import { keepersOf } from '../frame/wrong-role-error.ts'

export type FormState = ReturnType<typeof useFormState>

type Props = {
  act: DeskAct
  action: string
  title: string
  description: ReactNode
  /** Repeats the title's verb and object. */
  button: string
  hotkey?: string
  /** The revision that the person saw, so that nobody overwrites another person's change. */
  revision?: number | string
  /** The reason why the act isn't possible now. */
  impossible?: string | null | undefined
  children?(form: FormState): ReactNode
}

/** Staff without the right see the roles that have it. */
export function ActForm({
  act,
  action,
  title,
  description,
  button,
  hotkey,
  revision,
  impossible,
  children,
}: Props) {
  const may = useMay()
  const form = useFormState(action)
  const whyNot = may(act) ? impossible : `${keepersOf(act).join(' or ')} does this.`
  if (whyNot) {
    return (
      <p className="ActForm-no">
        {title}: {whyNot}
      </p>
    )
  }
  return (
    <details className="ActForm" open={form.isRefused} data-hotkey={hotkey}>
      <summary>
        {title}
        {hotkey && <kbd>{hotkey}</kbd>}
      </summary>
      <form className="ActForm-in" method="post" action={action}>
        <OnceKey />
        {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
        <p className="ActForm-description">{description}</p>
        {children?.(form)}
        <div className="ActForm-go">
          <Button quiet>{button}</Button>
        </div>
      </form>
    </details>
  )
}

/** An idempotency key made with the page, so that a form sent twice counts once. */
export function OnceKey() {
  const frame = useFrameIfAny()
  const id = useId()
  return frame && <input type="hidden" name={onceField} value={frame.pageKey + id} />
}

/**
 * The act forms of a page.
 * @param foot follows the forms
 */
export function Acts({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <div className="Acts">
      <h2 id="acts">What you can do</h2>
      <div className="ActForms">{children}</div>
      {foot}
    </div>
  )
}

export function NoteForm(props: Pick<Props, 'act' | 'action' | 'revision'>) {
  return (
    <ActForm
      {...props}
      title="Write a note"
      hotkey="w"
      description="For the desk only. The customer never sees it."
      button="Keep the note"
    >
      {({ field }) => <TextArea label="Note" {...field('text')} required />}
    </ActForm>
  )
}

/**
 * Restores a refused form's fields; otherwise uses the suggested values.
 * @param action the form's address
 */
export function useFormState(action: string) {
  const refusal = useActionData() as DeskRefusal | undefined
  const own = refusal?.form === action ? refusal : undefined
  const value = (name: string, suggested = '') => String(own?.values[name] ?? suggested)
  const error = (name: string) => own?.errors.find(({ pointer }) => pointer === `/${name}`)?.detail
  return {
    isRefused: own !== undefined,
    value,
    /** For fields with several values. */
    values: (name: string) => [own?.values[name] ?? []].flat(),
    error,
    field: (name: string, suggested?: string) => ({
      name,
      defaultValue: value(name, suggested),
      error: error(name),
    }),
  }
}
