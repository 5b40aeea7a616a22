import { readStored, writeStored } from '../framework/browser-storage.ts'

type Attempt = { body: string; key: string }

const storedAs = 'checkoutAttempt'

/** Without storage an attempt lasts as long as the page. */
let current: Attempt | null = null

/**
 * The idempotency key of a checkout. The same body, sent again after a failure or a reload, is the same attempt and
 * resumes the same order; another body is another attempt. Each try has its own human verification, so that isn't part of it.
 */
export function attemptKey(body: object): string {
  const text = JSON.stringify({ ...body, verification: undefined })
  const kept = (readStored('sessionStorage', storedAs) as Attempt | null) ?? current
  current = kept?.body === text ? kept : { body: text, key: randomKey() }
  writeStored('sessionStorage', storedAs, current)
  return current.key
}

/** The next checkout is a new order. Another attempt's key stays. */
export function forgetAttempt(key: string): void {
  const kept = (readStored('sessionStorage', storedAs) as Attempt | null) ?? current
  if (kept?.key !== key) return
  current = null
  writeStored('sessionStorage', storedAs, null)
}

/** `crypto.randomUUID` is there only on secure origins. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
