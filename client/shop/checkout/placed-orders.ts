import type { CartLine } from '#shared/pricing/cart.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

/** A placed cart and its attempt's key. */
type PlacedCart = { items: readonly CartLine[]; attempt: string }

const key = 'placedOrders'
const keptOrders = 5

export function rememberPlaced(orderId: string, placed: PlacedCart): void {
  const others = Object.entries(readPlaced()).filter(([id]) => id !== orderId)
  writeStored('localStorage', key, Object.fromEntries([...others.slice(1 - keptOrders), [orderId, placed]]))
}

/** The id of the newest order that didn't come back to its page; empty without one. */
export function lastPlaced(): string {
  return Object.keys(readPlaced()).at(-1) ?? ''
}

/** Returns a cart once, and only in its own browser, so that a later cart stays. */
export function takePlaced(orderId: string): PlacedCart | null {
  const { [orderId]: placed, ...others } = readPlaced()
  if (!placed) return null
  writeStored('localStorage', key, others)
  return placed
}

function readPlaced(): Record<string, PlacedCart> {
  return (readStored('localStorage', key) ?? {}) as Record<string, PlacedCart>
}
