import { useEffect, useState } from 'react'
import { closedStatuses, type Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { fetchOrder } from '../../pages/completed/fetch-order.ts'
import { useAppState, useCart, useStores } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { whenLoaded } from '../../site/framework/when.ts'
import { Notice } from '../../site/ui/notice.tsx'
import { removeBought } from './remove-bought.ts'

/** Reports an order whose page this tab hasn't shown, because its payment was left or another tab placed it. */
export function LastOrder({ id }: { id: string }) {
  const lines = useCart((state) => state.lines.length)
  const order = useLastOrder(id, lines)
  if (!order || closedStatuses.includes(order.status)) return null
  const [title, text] = waitsForCard(order)
    ? ['It’s ordered, and not paid yet.', `Nothing was charged${lines ? ', and the cart is as it was' : ''}.`]
    : ['It’s ordered.', 'What comes next is in your mail, and on the order’s page.']
  return (
    <Notice icon="check" className="Above" role="status">
      <strong>{title}</strong> <span>{text}</span>
      <div className="Notice-actions">
        <PageLink to={routes.completedOrder(order.id)}>{`Order ${order.number}`}</PageLink>
      </div>
    </Notice>
  )
}

/**
 * Asks the server, because the order may have been paid elsewhere.
 * @param lines number of lines, which drops when another tab's order is paid
 */
function useLastOrder(id: string, lines: number): Order | null {
  const { apiBaseUrl } = useAppState().config
  const { cart } = useStores()
  const [order, setOrder] = useState<Order | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer lines may mean that it's paid
  useEffect(() => {
    const look = async () => {
      const { order } = await fetchOrder(apiBaseUrl, id)
      if (order) removeBought(cart, order)
      setOrder(order)
    }
    const again = ({ persisted }: PageTransitionEvent) => persisted && void look().catch(() => {})
    // The stored cart is read only after the page has loaded.
    whenLoaded(() => void look().catch(() => {}))
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [apiBaseUrl, cart, id, lines])
  return order
}

function waitsForCard({ status, paymentMethod, payment }: Order): boolean {
  return status === 'pending' && paymentMethod === 'card' && payment !== 'processing'
}
