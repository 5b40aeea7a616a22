import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import type { PreloadedState } from '#shared/pages/render.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import type { CartState } from '../../shop/cart/cart-store.ts'
import type { Stores } from './app-stores.ts'

type AppState = { preloaded: PreloadedState; stores: Stores }

const AppStateContext = createContext<AppState | null>(null)

export function AppStateProvider({ value, children }: { value: AppState; children: ReactNode }) {
  return <AppStateContext value={value}>{children}</AppStateContext>
}

export function useAppState(): PreloadedState {
  return useProvided().preloaded
}

/** The company's time zone. */
export function useTimeZone(): string {
  return useAppState().site.company.timeZone
}

export function useStores(): Stores {
  return useProvided().stores
}

export function usePricing(): Pricing | null {
  return useStore(useStores().app, (state) => state.pricing)
}

export function useCart<Selected>(selector: (state: CartState) => Selected): Selected {
  return useStore(useStores().cart, selector)
}

function useProvided(): AppState {
  const state = use(AppStateContext)
  if (!state) throw new Error('No application state')
  return state
}
