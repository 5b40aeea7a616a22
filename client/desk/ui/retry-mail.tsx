import type { Mail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { Button } from '../../ui/button.tsx'

export function RetryMail({
  mail: { id, kind, carries, recipient },
}: {
  mail: Pick<Mail, 'id' | 'kind' | 'carries' | 'recipient'>
}) {
  return (
    <form method="post" action={deskRoutes.mailAct(id, 'retry')}>
      <Button
        quiet
        className="Button--small"
        aria-label={`Try again: ${describeMail(kind, carries)} to ${recipient}`}
      >
        Try again now
      </Button>
    </form>
  )
}
