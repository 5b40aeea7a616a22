import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { OnceKey } from './act-form.tsx'
import { Block } from './block.tsx'
import { DeskPage } from './desk-page.tsx'
import { Notice } from './notices.tsx'

type Props = {
  title: string
  lead: string
  side?: ReactNode
  /** The page to go back to. */
  past: { label: string; href: string }
  action: string
  /** The server's refusal of the first step. Defaults to the refusal of this page's form. */
  refusal?: { values: DeskRefusal['values']; errors: { pointer: string; detail: string }[] }
  /** The name to type. */
  name: string
  label: string
  button: string
  /** The effects; a false entry isn't shown. */
  will: (false | null | { what: string; much: string; small: string })[]
}

/** The confirmation page of a final act: shows its effects, and requires the name of its object. */
export function Final({ action, refusal, name, label, button, will, ...head }: Props) {
  const typed = useTyped(name)
  const { values, errors } = refusal ?? typed
  const { confirm, ...fields } = values
  const error = errors.find(({ pointer }) => pointer === '/confirm')?.detail
  return (
    <DeskPage {...head} label="What this will do">
      <form className="Final" method="post" action={action}>
        <OnceKey />
        {Object.entries(fields).flatMap(([field, values]) =>
          [values]
            .flat()
            .map((value) => <input key={`${field} ${value}`} type="hidden" name={field} value={value} />),
        )}
        <Block title="What this will do, all at once">
          <ol className="Final-list Ruled">
            {will.map(
              (each) =>
                each && (
                  <li key={each.what}>
                    <span>{each.what}</span>
                    <b>{each.much}</b>
                    {each.small && <small>{each.small}</small>}
                  </li>
                ),
            )}
          </ol>
        </Block>
        <Notice title="It can’t be taken back." />
        <TextField
          label={label}
          name="confirm"
          autoComplete="off"
          spellCheck={false}
          defaultValue={String(confirm ?? '')}
          error={confirm === undefined ? undefined : error}
          data-typed={name}
        />
        <div className="ActForm-go">
          <Button>{button}</Button>
          <a className="TextLink" href={head.past.href} data-past>
            Leave it as it is
          </a>
        </div>
      </form>
    </DeskPage>
  )
}

/** The server's refusal of this form, or one made from the address's `confirm`. */
function useTyped(name: string): NonNullable<Props['refusal']> {
  const refusal = useActionData() as DeskRefusal | undefined
  const confirm = useSearchParams()[0].get('confirm')
  if (refusal) return refusal
  const detail = `It can’t be taken back. To go on, type ${name}.`
  return { values: confirm === null ? {} : { confirm }, errors: [{ pointer: '/confirm', detail }] }
}

/** Shown if somebody opens the address of a final act directly. */
export function NothingChosen({ title, back }: { title: string; back: string }) {
  return (
    <DeskPage title={title} lead="Nothing has been chosen yet.">
      <a className="Button" href={back}>
        <span className="Button-cue" />
        Choose what to do
      </a>
    </DeskPage>
  )
}
