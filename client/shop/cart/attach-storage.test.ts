import { expect, test } from 'vitest'
import { attachCartStorage } from './attach-storage.ts'
import { createCartStore } from './cart-store.ts'

test('what is kept is read, and every change is saved under the two keys, in their plain shapes', () => {
  const browser = createBrowser()
  browser.storage.set('cart', '[{"sku":"solo","qty":"2"}]').set('companyName', 'Acme')
  const { store } = openTab(browser)
  expect(store.getState()).toMatchObject({ lines: [{ sku: 'solo', qty: 2 }], companyName: 'Acme' })

  store.getState().add('studio')
  store.getState().setCompanyName('Acme & Co')
  expect(browser.storage.get('cart')).toBe('[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]')
  expect(browser.storage.get('companyName')).toBe('Acme & Co')

  store.getState().clear()
  expect(browser.storage.get('cart')).toBe('[]')
  expect(browser.storage.get('companyName')).toBe('')
})

test('what was added before the stored cart was read goes on top of it', () => {
  const browser = createBrowser()
  browser.storage.set('cart', '[{"sku":"solo","qty":1}]').set('companyName', 'Acme')
  const store = createCartStore()
  store.getState().add('solo')
  store.getState().add('studio')
  openTab(browser, store)
  expect(store.getState()).toMatchObject({
    lines: [
      { sku: 'solo', qty: 2 },
      { sku: 'studio', qty: 1 },
    ],
    companyName: 'Acme',
  })
  expect(browser.storage.get('cart')).toBe('[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]')
})

test('tabs see each other’s changes, both ways, and don’t answer them', () => {
  const browser = createBrowser()
  const [first, second] = [openTab(browser).store, openTab(browser).store]
  first.getState().add('solo', 2)
  expect(second.getState().lines).toEqual([{ sku: 'solo', qty: 2 }])
  second.getState().remove('solo', 1)
  expect(first.getState().lines).toEqual([{ sku: 'solo', qty: 1 }])
  expect(browser.writes).toBe(2)
})

test('a cart that another version of the site wrote is followed, and stays as it was written', () => {
  const browser = createBrowser()
  const { store } = openTab(browser)
  const written = '[{"sku":"solo","qty":"2"}]'
  browser.write(otherTab, 'cart', written)
  expect(store.getState().lines).toEqual([{ sku: 'solo', qty: 2 }])
  expect(browser.storage.get('cart')).toBe(written)
})

test('a company name that is typed leaves the cart alone that another tab has just saved', () => {
  const browser = createBrowser()
  const { store } = openTab(browser)
  browser.storage.set('cart', '[{"sku":"solo","qty":2}]')
  store.getState().setCompanyName('Acme')
  expect(browser.storage.get('cart')).toBe('[{"sku":"solo","qty":2}]')
})

test('a page that comes back from the back/forward cache shows the cart as it is now', () => {
  const browser = createBrowser()
  const { store, events } = openTab(browser)
  browser.storage.set('cart', '[{"sku":"solo","qty":2}]')
  events.dispatchEvent(new Event('pageshow'))
  expect(store.getState().lines).toEqual([{ sku: 'solo', qty: 2 }])
})

test('a storage that another tab clears empties the cart', () => {
  const browser = createBrowser()
  const { store } = openTab(browser)
  store.getState().add('solo')
  browser.clear()
  expect(store.getState()).toMatchObject({ lines: [], companyName: '' })
})

test('changes to other keys are none of ours', () => {
  const browser = createBrowser()
  const { store, events, localStorage } = openTab(browser)
  store.getState().add('solo')
  browser.storage.clear()
  events.dispatchEvent(storageEvent('theme', { localStorage }))
  expect(store.getState().lines).toHaveLength(1)
})

test('another tab’s cart is newer than what a full storage didn’t take', () => {
  const browser = createBrowser('full')
  const { store } = openTab(browser)
  store.getState().add('solo')
  browser.clear()
  expect(store.getState().lines).toEqual([])
})

test.each(['refused', 'full'] as const)('with a storage that is %s the cart works in memory', (fault) => {
  const { store, events } = openTab(createBrowser(fault))
  store.getState().add('solo')
  store.getState().setCompanyName('Acme')
  events.dispatchEvent(new Event('pageshow'))
  expect(store.getState()).toMatchObject({ lines: [{ sku: 'solo', qty: 1 }], companyName: 'Acme' })
})

test('detached, the store is a cart without storage', () => {
  const browser = createBrowser()
  const { store, detach } = openTab(browser)
  detach()
  store.getState().add('solo')
  expect(browser.storage.size).toBe(0)
})

type Fault = 'refused' | 'full'
type Tab = { events: EventTarget; localStorage: Storage }

const otherTab: Tab = { events: new EventTarget(), localStorage: {} as Storage }

/** Storage of one profile. Like a browser, it notifies every tab except the writer. */
function createBrowser(fault?: Fault) {
  const storage = new Map<string, string>()
  const tabs: Tab[] = []
  const browser = { storage, tabs, fault, writes: 0, write, clear: () => tell(null) }
  return browser

  function write(from: Tab, key: string, value: string) {
    if (fault === 'full') throw new DOMException('full', 'QuotaExceededError')
    browser.writes++
    storage.set(key, value)
    tell(key, from)
  }

  function tell(key: string | null, from?: Tab) {
    if (key === null) storage.clear()
    for (const tab of tabs) if (tab !== from) tab.events.dispatchEvent(storageEvent(key, tab))
  }
}

function openTab(browser: ReturnType<typeof createBrowser>, store = createCartStore()) {
  const localStorage = {
    getItem: (key: string) => browser.storage.get(key) ?? null,
    setItem: (key: string, value: string) => browser.write(tab, key, value),
  } as Storage
  const window = new EventTarget()
  Object.defineProperty(window, 'localStorage', {
    get() {
      if (browser.fault === 'refused') throw new DOMException('refused', 'SecurityError')
      return localStorage
    },
  })
  const tab: Tab = { events: window, localStorage }
  browser.tabs.push(tab)
  return { ...tab, store, detach: attachCartStorage(store, window as Window) }
}

function storageEvent(key: string | null, { localStorage }: Pick<Tab, 'localStorage'>): Event {
  return Object.assign(new Event('storage'), { key, storageArea: localStorage })
}
