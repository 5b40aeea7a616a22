import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  addToCart,
  type Cart,
  type CartLine,
  removeFromCart,
  returnToCart,
  setQuantity,
} from '#shared/pricing/cart.ts'

export type RemovedLines = { lines: { line: CartLine; index: number }[]; companyName?: string }

export type CartState = {
  lines: Cart
  companyName: string
  add(sku: string, qty?: number): void
  remove(sku: string, amount?: number): void
  setQuantity(sku: string, qty: number): void
  setCompanyName(companyName: string): void
  clear(): void
  /** Undoes `clear` or `remove`, and keeps later changes. */
  restore(taken: RemovedLines): void
}

export type CartStore = StoreApi<CartState>

/** Starts empty. Only the browser attaches a storage to it. */
export function createCartStore(): CartStore {
  return createStore<CartState>((set) => {
    const change = (next: (lines: Cart) => Cart) => set(({ lines }) => ({ lines: next(lines) }))
    return {
      lines: [],
      companyName: '',
      add: (sku, qty) => change((lines) => addToCart(lines, sku, qty)),
      remove: (sku, amount) => change((lines) => removeFromCart(lines, sku, amount)),
      setQuantity: (sku, qty) => change((lines) => setQuantity(lines, sku, qty)),
      setCompanyName: (companyName) => set({ companyName }),
      clear: () => set({ lines: [], companyName: '' }),
      restore: (taken) =>
        set(({ lines, companyName }) => ({
          lines: taken.lines.reduce((cart, { line, index }) => returnToCart(cart, line, index), lines),
          companyName: companyName || (taken.companyName ?? ''),
        })),
    }
  })
}
