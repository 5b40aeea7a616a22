import { parseCart } from '#shared/pricing/cart.ts'
import { readText, writeStored, writeText } from '../../site/framework/browser-storage.ts'
import type { CartState, CartStore } from './cart-store.ts'

export const storageKeys = { cart: 'cart', companyName: 'companyName' } as const

/**
 * Loads and saves the cart, and follows other tabs. A cart that can't be saved lasts as long as the page; if
 * two tabs save, the last one wins.
 * @returns a function that detaches the storage
 */
export function attachCartStorage(store: CartStore, browser: Window): () => void {
  let following = false
  let isSaved = true

  function follow() {
    const saved = isSaved && read(browser)
    if (!saved) return
    following = true
    store.setState(saved)
    following = false
  }

  function save({ lines, companyName }: CartState, before: CartState) {
    // Tabs with different versions may serialise the same cart differently, and would answer each other forever.
    if (following) return
    if (lines !== before.lines) isSaved = writeStored('localStorage', storageKeys.cart, lines, browser)
    if (companyName !== before.companyName)
      writeText('localStorage', storageKeys.companyName, companyName, browser)
  }

  /** Adds items that the visitor added before the saved cart was read. */
  function addEarlier({ lines, companyName }: CartState) {
    for (const { sku, qty } of lines) store.getState().add(sku, qty)
    if (companyName) store.getState().setCompanyName(companyName)
  }

  function onStorage({ key, storageArea }: StorageEvent) {
    const isCart = key === null || key === storageKeys.cart || key === storageKeys.companyName
    if (!isCart || storageArea !== localStorageOf(browser)) return
    // Another tab's cart is newer than this tab's unsaved one.
    if (key !== storageKeys.companyName) isSaved = true
    follow()
  }

  const earlier = store.getState()
  follow()
  const unsubscribe = store.subscribe(save)
  addEarlier(earlier)
  browser.addEventListener('storage', onStorage)
  // A page in the back/forward cache gets no storage events.
  browser.addEventListener('pageshow', follow)
  return () => {
    unsubscribe()
    browser.removeEventListener('storage', onStorage)
    browser.removeEventListener('pageshow', follow)
  }
}

function read(browser: Window) {
  const lines = readText('localStorage', storageKeys.cart, browser)
  if (lines === undefined) return null
  const companyName = readText('localStorage', storageKeys.companyName, browser) ?? ''
  return { lines: parseCart(lines), companyName }
}

function localStorageOf(browser: Window): Storage | null {
  try {
    return browser.localStorage
  } catch {
    return null
  }
}
