import { routes } from '#shared/routes.ts'
import { useAppState } from '../app-state.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

export function EmptyCart() {
  const { email } = useAppState().site.company
  return (
    <div className="Blank">
      <h2 className="Split-title">Nothing in it yet.</h2>
      <noscript>
        <p>
          The cart is kept in your browser, by a script, and scripts are off. Turn them on for this site, or
          order by email: <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </noscript>
      <p>Pick a licence and it’ll wait here while you look around.</p>
      <ButtonLink to={routes.shop}>Go to the shop</ButtonLink>
    </div>
  )
}
