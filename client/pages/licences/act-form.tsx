import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { FormRefusal } from '#shared/http/problem.ts'
import { routes } from '#shared/routes/routes.ts'
import { focusAnswer } from '../../site/framework/focus-answer.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Button } from '../../site/ui/button.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { Choice, TextField } from '../../site/ui/field.tsx'
import { checkAct } from './check-act.ts'
import type { Asked, DescribedAct } from './describe-act.ts'
import { RefusedNotice } from './refused-notice.tsx'

type Props = { act: DescribedAct; asked: Asked; refusal: FormRefusal | undefined }

/** Shows an act's effect above its button. */
export function ActForm({ act, asked, refusal }: Props) {
  const { fields = [] } = act
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Record<string, string> | null>(null)
  const refused = (name: string) => refusal?.errors.find(({ pointer }) => pointer === `/${name}`)?.detail
  const error = (name: string) => (found ? found[name] : refused(name))

  useEffect(() => {
    if (refusal) focusAnswer(form.current?.querySelector<HTMLElement>('[data-invalid] .Field-input'))
  }, [refusal])

  useEffect(() => {
    // The fields show their own errors, so the browser's are off.
    if (form.current) form.current.noValidate = true
    if (found) form.current?.querySelector<HTMLElement>('[data-invalid] .Field-input')?.focus()
  }, [found])

  function submit(event: FormEvent<HTMLFormElement>) {
    const errors = checkAct(fields, new FormData(event.currentTarget))
    if (Object.keys(errors).length === 0) return
    event.preventDefault()
    setFound(errors)
  }

  const choices: Elements = act.choices?.map((choice) => (
    <ActChoice key={choice.name} {...choice} isTicked={refusal?.values[choice.name] === 'true'} />
  ))

  return (
    <form
      className="Sheet Form Act"
      method="post"
      action={routes.licencesChange}
      ref={form}
      onSubmit={submit}
    >
      {refusal && refusal.errors.length === 0 && <RefusedNotice detail={refusal.detail} />}
      <input type="hidden" name="act" value={asked.act} />
      <input type="hidden" name="id" value={asked.id} />
      {asked.activationId && <input type="hidden" name="activationId" value={asked.activationId} />}
      {asked.enrolmentId && <input type="hidden" name="enrolmentId" value={asked.enrolmentId} />}
      <h2 className="Sheet-title">{act.subject}</h2>
      {fields.map(({ value, ...field }) => (
        <TextField
          key={field.name}
          autoComplete="off"
          {...field}
          defaultValue={refusal?.values[field.name] ?? value}
          error={error(field.name)}
        />
      ))}
      {choices}
      <ul className="Will Ruled">
        {act.will.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="Form-actions">
        {act.link ? (
          <a className="Button" href={act.link}>
            <span className="Button-cue" />
            Open the payment page
          </a>
        ) : (
          <Button>{act.button}</Button>
        )}
        <PageLink className="TextLink" to={routes.licences}>
          Leave it as it is
        </PageLink>
      </div>
    </form>
  )
}

type ChoiceProps = { name: string; label: string; note?: string; isTicked: boolean }

function ActChoice({ name, label, note, isTicked }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <Choice
        type="checkbox"
        name={name}
        value="true"
        defaultChecked={isTicked}
        aria-describedby={note && id}
      >
        {label}
      </Choice>
      {note && (
        <p className="Field-hint" id={id}>
          {note}
        </p>
      )}
    </div>
  )
}
