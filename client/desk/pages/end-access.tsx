import { useActionData, useParams } from 'react-router'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { Final, NothingChosen } from '../ui/final.tsx'

type Props = { title: string; action: string; button: string; what: string; much: string; small: string }

export function EndSession() {
  const { id = '' } = useParams()
  return (
    <EndAccess
      title="End a session"
      action={deskRoutes.endSession(id)}
      button="End the session"
      what="End the session of"
      much="1 session"
      small="Whoever uses it must sign in again."
    />
  )
}

export function EndToken() {
  const { id = '' } = useParams()
  return (
    <EndAccess
      title="Revoke a token"
      action={deskRoutes.endToken(id)}
      button="Revoke the token"
      what="Revoke the token of"
      much="1 token"
      small="The program that uses it is refused from then on."
    />
  )
}

/** Requires the address of the person whose access ends. */
function EndAccess({ title, action, button, what, much, small }: Props) {
  const refusal = useActionData() as DeskRefusal | undefined
  const back = deskRoutes.sessions
  if (!refusal?.preview) return <NothingChosen title={title} back={back} />
  const email = String(refusal.preview.email)
  return (
    <>
      <DeskHead
        title={`${title}?`}
        past={{ label: 'Sessions and tokens', href: back }}
        lead={`${email}. Nothing has happened yet.`}
      />
      <Final
        action={action}
        refusal={refusal}
        name={email}
        label={`Type the address, ${email}`}
        button={button}
        back={back}
        will={[{ what: `${what} ${email}`, much, small }]}
      />
    </>
  )
}
