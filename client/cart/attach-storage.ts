import { parseCart } from '#shared/cart.ts'
import { storageKeys } from '#shared/constants.ts'
import type { CartState, CartStore } from './cart-store.ts'

/**
 * Ties a cart to the browser's storage: reads what is kept, saves each change, follows the changes of other tabs
 * (a cleared storage too). Where storage is refused or full the cart lives as long as the page.
 * Two tabs that change at the same moment: the last to save wins.
 * @returns undoes it
 */
export function attachCartStorage(store: CartStore, browser: Window): () => void {
  let following = false

  function follow() {
    const saved = read(browser)
    if (!saved) return
    following = true
    store.setState(saved)
    following = false
  }

  function save() {
    // What came from storage isn't written back, or two tabs could answer each other for ever.
    if (following) return
    const { lines, companyName } = store.getState()
    write(browser, storageKeys.cart, JSON.stringify(lines), '[]')
    write(browser, storageKeys.companyName, companyName, '')
  }

  /** What was put in before the stored cart was read goes on top of it. */
  function keep({ lines, companyName }: Pick<CartState, 'lines' | 'companyName'>) {
    for (const { sku, qty } of lines) store.getState().add(sku, qty)
    if (companyName) store.getState().setCompanyName(companyName)
  }

  function onStorage({ key, storageArea }: StorageEvent) {
    const ours = key === null || key === storageKeys.cart || key === storageKeys.companyName
    if (ours && storageArea === localStorageOf(browser)) follow()
  }

  const early = store.getState()
  follow()
  const unsubscribe = store.subscribe(save)
  keep(early)
  browser.addEventListener('storage', onStorage)
  // A page that comes back from the back/forward cache has missed the events of its absence.
  browser.addEventListener('pageshow', follow)
  return () => {
    unsubscribe()
    browser.removeEventListener('storage', onStorage)
    browser.removeEventListener('pageshow', follow)
  }
}

function read(browser: Window) {
  try {
    const storage = browser.localStorage
    return {
      lines: parseCart(storage.getItem(storageKeys.cart)),
      companyName: storage.getItem(storageKeys.companyName) ?? '',
    }
  } catch {
    return null
  }
}

/** @param absent the value that a key that isn't there stands for */
function write(browser: Window, key: string, value: string, absent: string) {
  try {
    const { localStorage } = browser
    if ((localStorage.getItem(key) ?? absent) !== value) localStorage.setItem(key, value)
  } catch {
    // Refused or full: the cart goes on in memory.
  }
}

function localStorageOf(browser: Window): Storage | null {
  try {
    return browser.localStorage
  } catch {
    return null
  }
}
