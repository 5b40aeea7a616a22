import { useEffect, useState } from 'react'
import { awaitsCard, type Order } from '#shared/orders/orders.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { arrivalOf } from './describe-order.ts'
import { fetchOrder } from './fetch-order.ts'
import { startPoll } from './poll.ts'

/** Reloads an order while its payment or mail is under way. */
export function useWatchedOrder(loaded: Order) {
  const { apiBaseUrl } = useAppState().config
  const [order, setOrder] = useState(loaded)
  const [announcement, setAnnouncement] = useState('')
  const [watching, setWatching] = useState(true)
  const { id } = order
  const isOpen = changesSoon(order)

  useEffect(() => {
    if (!isOpen || !watching) return
    const poll = startPoll({
      async look(signal) {
        const { order: seen, waitMs } = await fetchOrder(apiBaseUrl, id, signal)
        if (seen) show(seen)
        return waitMs
      },
      isAwake: () => document.visibilityState === 'visible' && navigator.onLine,
      onGivenUp: () => setWatching(false),
    })

    function show(seen: Order) {
      setOrder((known) => (JSON.stringify(known) === JSON.stringify(seen) ? known : seen))
      if (loaded.status === 'pending' && seen.status === 'paid') setAnnouncement(arrivalOf(seen))
    }

    document.addEventListener('visibilitychange', poll.wake)
    addEventListener('online', poll.wake)
    return () => {
      poll.stop()
      document.removeEventListener('visibilitychange', poll.wake)
      removeEventListener('online', poll.wake)
    }
  }, [isOpen, watching, id, apiBaseUrl, loaded.status])

  return { order, announcement, watching, checkAgain: () => setWatching(true) }
}

/** A transfer takes days, which is too long to poll. */
function changesSoon(order: Order): boolean {
  return awaitsCard(order) || order.mails.some((mail) => mail.status === 'queued')
}
