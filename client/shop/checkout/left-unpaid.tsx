import { useEffect, useState } from 'react'
import type { Order } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { fetchOrder } from '../../pages/completed/fetch-order.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { lastPlaced } from './placed-orders.ts'

/** Tells whoever comes back from the payment page that nothing was charged. */
export function LeftUnpaid() {
  const order = useLeftOrder()
  if (!order) return null
  return (
    <div className="Notice Notice--above" role="status">
      <Icon name="check" />
      <div>
        <strong>You came back without paying.</strong>{' '}
        <span>Nothing was charged, and the cart is as it was.</span>
        <div className="Notice-actions">
          <PageLink to={routes.completedOrder(order.id)}>{`Order ${order.number}`}</PageLink>
        </div>
      </div>
    </div>
  )
}

/** The last order from here, if it waits for its card. Only the server knows whether it was paid elsewhere. */
function useLeftOrder(): Order | null {
  const { apiBaseUrl } = useAppState().config
  const [order, setOrder] = useState<Order | null>(null)
  useEffect(() => {
    const look = async () => {
      const id = lastPlaced()
      const { order } = id ? await fetchOrder(apiBaseUrl, id) : { order: null }
      setOrder(order && waitsForCard(order) ? order : null)
    }
    const again = ({ persisted }: PageTransitionEvent) => persisted && void look().catch(() => {})
    look().catch(() => {})
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [apiBaseUrl])
  return order
}

function waitsForCard({ status, paymentMethod, payment }: Order): boolean {
  return status === 'pending' && paymentMethod === 'card' && payment === null
}
