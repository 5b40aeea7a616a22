import { type LoaderFunctionArgs, useParams } from 'react-router'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { EndAccess, type Loaded } from '../staff/end-access.tsx'
import { standsInSite } from '../staff/stands-in-site.ts'

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { staff } = await ask(args, deskApiRoutes.staff)
  const member = staff.find(({ email }) => email === args.params.id)
  return { email: member && !standsInSite(member) ? member.email : null }
}

export function Component() {
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
