import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

/** @property body as JSON */
export type Attempt = { body: string; key: string }

/** The tab's storage has the last attempt, until its order is paid or accepted. */
export const attemptStoredAs = 'checkoutAttempt'

/** Without storage an attempt lasts as long as the page. */
let current: Attempt | null = null

/**
 * The same body repeated after a failure or reload has the same key, so it resumes its order. Each try's human verification
 * doesn't count.
 */
export function attemptKey(body: object): string {
  const text = JSON.stringify({ ...body, verification: undefined })
  const stored = (readStored('sessionStorage', attemptStoredAs) as Attempt | null) ?? current
  current = stored?.body === text ? stored : { body: text, key: randomKey() }
  writeStored('sessionStorage', attemptStoredAs, current)
  return current.key
}

/** Leaves another attempt's key alone. @param named its key, or the id of its quote */
export function forgetAttempt(named: string): void {
  const stored = (readStored('sessionStorage', attemptStoredAs) as Attempt | null) ?? current
  if (!JSON.stringify(stored).includes(named)) return
  current = null
  writeStored('sessionStorage', attemptStoredAs, null)
}

/** Only secure origins have `crypto.randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
