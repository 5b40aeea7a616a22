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
  /** The page before, to which it leads back. */
  past: { label: string; href: string }
  action: string
  /** The server's answer to the first step. Without one, what was typed in place of the name. */
  refusal?: { values: DeskRefusal['values']; errors: { pointer: string; detail: string }[] }
  /** The name to type. */
  name: string
  label: string
  button: string
  /** An entry that is false isn't shown. */
  will: (false | null | { what: string; much: string; small: string })[]
}

/** Shows the effect of a final act, and requires a name. */
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
          <ol className="Final-list">
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

/** What was typed in place of the name: the server's answer to the form, or of its address. */
function useTyped(name: string): NonNullable<Props['refusal']> {
  const refusal = useActionData() as DeskRefusal | undefined
  const confirm = useSearchParams()[0].get('confirm')
  if (refusal) return refusal
  const detail = `It can’t be taken back. To go on, type ${name}.`
  return { values: confirm === null ? {} : { confirm }, errors: [{ pointer: '/confirm', detail }] }
}

/** Shown if somebody opens a final act's address directly. */
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
