import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LicenceAccess } from '#shared/licensing/changes.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import type { Pricing } from '#shared/pricing.ts'
import { type CartStore, createCartStore } from './cart/cart-store.ts'
import { createLoadingBarStore, type LoadingBarStore } from './framework/loading-bar-state.ts'

/** State of the site outside of the cart. */
export type AppStore = StoreApi<{
  /** Null until loaded, then the whole answer of `GET /api/pricing`. */
  pricing: Pricing | null
  /** Why the last checkout failed, as a sentence, or empty. */
  checkoutError: string
  licenceInfo: LicenceInfo | null
  /** The key of a licence that the next page renews; it stands in no address. */
  renewAccess: LicenceAccess | null
}>

export type Stores = { app: AppStore; cart: CartStore; loadingBar: LoadingBarStore }

/** A set of stores: one for each rendering on the server, one for the life of a page in the browser. */
export function createStores(pricing: Pricing | null): Stores {
  return {
    app: createStore(() => ({ pricing, checkoutError: '', licenceInfo: null, renewAccess: null })),
    cart: createCartStore(),
    loadingBar: createLoadingBarStore(),
  }
}
