import type { Mail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { OnceKey } from './act-form.tsx'

type Props = {
  action: string
  verb: string
  /** The object's name, for screen readers; not needed where the verb names it. */
  of?: string
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
      <Button quiet className="Button--small" aria-label={of && `${verb} ${of}`}>
        {verb}
      </Button>
    </form>
  )
}

export function RetryMail({
  mail: { id, kind, carries, recipient },
}: {
  mail: Pick<Mail, 'id' | 'kind' | 'carries' | 'recipient'>
}) {
  return (
    <RowAct
      action={deskRoutes.mailAct(id, 'retry')}
      verb="Try again now"
      of={`${describeMail(kind, carries)} to ${recipient}`}
    />
  )
}
