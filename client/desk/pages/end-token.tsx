import { type LoaderFunctionArgs, useParams } from 'react-router'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { EndAccess, type Loaded } from '../staff/end-access.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { tokens } = await ask(args, deskApiRoutes.tokens)
  return { email: tokens.find(({ id }) => id === args.params.id)?.email ?? null }
}

export function Component() {
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
