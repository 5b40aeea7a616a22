import type { Mail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { OnceKey } from './act-form.tsx'

type Props = {
  action: string
  verb: string
  /** The object's name, for screen readers. */
  of: string
  fields?: Readonly<Record<string, string | number>>
}

/** A button in a row, for an act of one press. */
export function RowAct({ action, verb, of, fields = {} }: Props) {
  return (
    <form method="post" action={action}>
      <OnceKey />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button quiet className="Button--small" aria-label={`${verb} ${of}`}>
        {verb}
      </Button>
    </form>
  )
}

type RetryProps = {
  action: string
  /** The object's name, for screen readers. */
  label: string
  text?: string
}

export function Retry({ action, label, text = 'Try again now' }: RetryProps) {
  return (
    <form method="post" action={action}>
      <Button quiet className="Button--small" aria-label={`Try again: ${label}`}>
        {text}
      </Button>
    </form>
  )
}

export function RetryMail({
  mail: { id, kind, carries, recipient },
}: {
  mail: Pick<Mail, 'id' | 'kind' | 'carries' | 'recipient'>
}) {
  const label = `${describeMail(kind, carries)} to ${recipient}`
  return <Retry action={deskRoutes.mailAct(id, 'retry')} label={label} />
}
