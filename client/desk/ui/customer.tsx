import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Address } from './address.tsx'
import { TwoLines } from './rows.tsx'

type Props = { name: string; companyName?: string | null | undefined; email: string }

/** Who it is, in a list. One press shows all that is theirs. */
export function Customer({ name, companyName, email }: Props) {
  return <TwoLines first={<a href={deskRoutes.customer(email)}>{companyName ?? name}</a>} second={email} />
}

/** Among facts. */
export function CustomerAddress({ email }: { email: string }) {
  return (
    <a href={deskRoutes.customer(email)}>
      <Address>{email}</Address>
    </a>
  )
}
