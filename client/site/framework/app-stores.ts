import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChangeRequest, LicenceAccess } from '#shared/licensing/changes.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { type CartStore, createCartStore } from '../../shop/cart/cart-store.ts'
import type { KnownBuyer } from '../../shop/checkout/draft.ts'
import { createLoadingBarStore, type LoadingBarStore } from './loading-bar-state.ts'

export type AppStore = StoreApi<{
  /** Null until loaded. */
  pricing: Pricing | null
  /** A sentence; empty if there is no failure. */
  checkoutError: string
  /** States what didn't happen, above the sentence. */
  checkoutErrorTitle?: string
  /** Whether the form's fields show what is missing. */
  isCheckoutUnfilled?: boolean
  licenceInfo: LicenceInfo | null
  /** The licence that the next page renews. Passed here, so that no address contains its key. */
  renewal: Renewal | null
}>

/**
 * @property buyer prefills the form; null if nobody is signed in
 * @property change an earlier choice
 */
export type Renewal = { access: LicenceAccess; buyer: KnownBuyer | null; change?: ChangeRequest }

export type Stores = { app: AppStore; cart: CartStore; loadingBar: LoadingBarStore }

/** The server creates a set for each rendering, the browser one for each document. */
export function createStores(pricing: Pricing | null): Stores {
  return {
    app: createStore(() => ({ pricing, checkoutError: '', licenceInfo: null, renewal: null })),
    cart: createCartStore(),
    loadingBar: createLoadingBarStore(),
  }
}
