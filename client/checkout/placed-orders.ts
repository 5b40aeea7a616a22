import type { CartLine } from '#shared/cart.ts'
import { readStored, writeStored } from '../framework/browser-storage.ts'

/** What an order was placed from: the lines of the cart, and the attempt that it came of. */
export type PlacedCart = { items: CartLine[]; attempt: string }

const key = 'placedOrders'
const keptOrders = 5

export function rememberPlaced(orderId: string, placed: PlacedCart): void {
  const others = Object.entries(readPlaced()).filter(([id]) => id !== orderId)
  writeStored('localStorage', key, Object.fromEntries([...others.slice(1 - keptOrders), [orderId, placed]]))
}

/** Once for each order, and only where it was placed: a cart that is filled later has nothing to do with it. */
export function takePlaced(orderId: string): PlacedCart | null {
  const { [orderId]: placed, ...others } = readPlaced()
  if (!placed) return null
  writeStored('localStorage', key, others)
  return placed
}

function readPlaced(): Record<string, PlacedCart> {
  return (readStored('localStorage', key) ?? {}) as Record<string, PlacedCart>
}
