import { type LoaderFunctionArgs, useLoaderData, useParams, useSearchParams } from 'react-router'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { Final, NothingChosen } from '../ui/final.tsx'

type Props = {
  title: string
  action: string
  button: string
  what: string
  much: string
  small: string
  past?: { label: string; href: string }
}

const sessionsPage = { label: 'Sessions and tokens', href: deskRoutes.sessions }

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

export function EndMember() {
  const { id = '' } = useParams()
  return (
    <EndAccess
      title="End all access"
      action={deskRoutes.staffAct(id, 'end')}
      button="End all access"
      what="End the role, every session and every token of"
      much="All of it"
      small="Programs with a token of theirs are refused from then on."
      past={{ label: 'Staff', href: deskRoutes.staff }}
    />
  )
}

/** Whose access may end: a session's, or a token's. */
type Loaded = { email: string | null }

export async function loadSession(args: LoaderFunctionArgs): Promise<Loaded> {
  const { sessions } = await ask(args, deskApiRoutes.sessions)
  return { email: sessions.find(({ id }) => id === args.params.id)?.email ?? null }
}

export async function loadToken(args: LoaderFunctionArgs): Promise<Loaded> {
  const { tokens } = await ask(args, deskApiRoutes.tokens)
  return { email: tokens.find(({ id }) => id === args.params.id)?.email ?? null }
}

export async function loadMember(args: LoaderFunctionArgs): Promise<Loaded> {
  const { staff } = await ask(args, deskApiRoutes.staff)
  return { email: staff.find(({ email }) => email === args.params.id)?.email ?? null }
}

/** Requires the address of the person whose access ends. */
function EndAccess({ title, action, button, what, much, small, past = sessionsPage }: Props) {
  const { email } = useLoaderData<Loaded>()
  const [query] = useSearchParams()
  const back = past.href
  if (email === null) return <NothingChosen title={title} back={back} />
  const confirm = query.get('confirm')
  return (
    <>
      <DeskHead title={`${title}?`} past={past} lead={`${email}. Nothing has happened yet.`} />
      <Final
        action={action}
        refusal={{ values: confirm === null ? {} : { confirm }, errors: [wrongName(email)] }}
        name={email}
        label={`Type the address, ${email}`}
        button={button}
        back={back}
        will={[{ what: `${what} ${email}`, much, small }]}
      />
    </>
  )
}

function wrongName(email: string) {
  return { pointer: '/confirm', detail: `It can’t be taken back. To go on, type ${email}.` }
}
