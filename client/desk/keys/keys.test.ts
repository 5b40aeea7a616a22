import { afterEach, expect, test, vi } from 'vitest'
import { startKeys } from './keys.ts'

afterEach(() => vi.unstubAllGlobals())

test('single keys work and turn off where the browser refuses storage', () => {
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse }))
  const { document, control, follow } = createPage()
  startKeys(document)
  document.dispatchEvent(keydown('n'))
  expect(follow).toHaveBeenCalledTimes(1)

  control.dispatchEvent(new Event('click'))
  expect(control.setAttribute).toHaveBeenLastCalledWith('aria-checked', 'false')
  document.dispatchEvent(keydown('n'))
  expect(follow).toHaveBeenCalledTimes(1)

  control.dispatchEvent(new Event('click'))
  expect(control.setAttribute).toHaveBeenLastCalledWith('aria-checked', 'true')
  document.dispatchEvent(keydown('n'))
  expect(follow).toHaveBeenCalledTimes(2)
})

function refuse(): never {
  throw new DOMException('refused', 'SecurityError')
}

/** A page with the switch and a link to older rows. */
function createPage() {
  const control = Object.assign(new EventTarget(), { setAttribute: vi.fn() })
  const follow = vi.fn()
  const parts: Record<string, unknown> = { '[data-keys-switch]': control, '[data-older]': { click: follow } }
  const querySelector = (selector: string) => parts[selector] ?? null
  const document = Object.assign(new EventTarget(), { querySelector }) as unknown as Document
  return { document, control, follow }
}

function keydown(key: string): Event {
  return Object.assign(new Event('keydown', { cancelable: true }), { key })
}
