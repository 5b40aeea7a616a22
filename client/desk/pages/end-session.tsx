import { type LoaderFunctionArgs, useParams } from 'react-router'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { EndAccess, type Loaded } from '../staff/end-access.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { sessions } = await ask(args, deskApiRoutes.sessions)
  return { email: sessions.find(({ id }) => id === args.params.id)?.email ?? null }
}

export function Component() {
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
