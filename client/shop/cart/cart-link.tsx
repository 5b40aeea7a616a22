import { useLocation } from 'react-router'
import { countItems } from '#shared/pricing/cart.ts'
import { routes } from '#shared/routes/routes.ts'
import { useCart } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { FrameIcon } from '../../site/ui/frame-icon.tsx'

/** Hidden while the cart is empty. Screen readers announce each change. */
export function CartLink() {
  const count = useCart((cart) => countItems(cart.lines))
  const { pathname } = useLocation()
  const items = count === 1 ? '1 item' : `${count} items`
  return (
    <>
      {count > 0 && (
        <PageLink
          className="TopNav-cart"
          to={routes.cart}
          aria-current={pathname === routes.cart ? 'page' : undefined}
        >
          <FrameIcon name="cart" />
          <span className="TopNav-cartLabel">Cart</span>
          <span className="TopNav-count" aria-hidden="true">
            {count}
          </span>
          <span className="vh">{items}</span>
        </PageLink>
      )}
      <span className="vh" role="status">
        {count > 0 && `${items} in the cart`}
      </span>
    </>
  )
}
