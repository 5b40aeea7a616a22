import { useLoaderData } from 'react-router'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
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

/** Whose access may end: a session's, or a token's. */
export type Loaded = { email: string | null }

/** Requires the address of the person whose access ends. */
export function EndAccess({ title, action, button, what, much, small, past = sessionsPage }: Props) {
  const { email } = useLoaderData<Loaded>()
  const back = past.href
  if (email === null) return <NothingChosen title={title} back={back} />
  return (
    <Final
      title={`${title}?`}
      past={past}
      lead={`${email}. Nothing has happened yet.`}
      action={action}
      name={email}
      label={`Type the address, ${email}`}
      button={button}
      will={[{ what: `${what} ${email}`, much, small }]}
    />
  )
}
