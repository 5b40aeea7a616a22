import type { Mail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Retry } from './retry.tsx'

export function RetryMail({
  mail: { id, kind, carries, recipient },
}: {
  mail: Pick<Mail, 'id' | 'kind' | 'carries' | 'recipient'>
}) {
  const label = `${describeMail(kind, carries)} to ${recipient}`
  return <Retry action={deskRoutes.mailAct(id, 'retry')} label={label} />
}
