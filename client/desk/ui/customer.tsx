import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Address } from './address.tsx'
import { TwoLines } from './rows.tsx'

type Props = { name: string; companyName?: string | null | undefined; email: string }

/** A customer in a list. The link leads to all of their records. */
export function Customer({ name, companyName, email }: Props) {
  return <TwoLines first={<a href={deskRoutes.customer(email)}>{companyName ?? name}</a>} second={email} />
}

/** A customer's address in a list of facts. */
export function CustomerAddress({ email }: { email: string }) {
  return (
    <a href={deskRoutes.customer(email)}>
      <Address>{email}</Address>
    </a>
  )
}
