import type { CartLine } from '#shared/pricing/cart.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

/** What was sent, as a hash, and once it became an order, its id and the cart's items. */
type Attempt = { body?: number; key: string; order?: string; items?: readonly CartLine[] }

const storedAs = 'orderAttempts'
const keptAttempts = 9

/** Without storage attempts last as long as the page. */
let attempts: Attempt[] = []

/**
 * The same body repeated after a failure or reload, or in another tab, has the same key, so it resumes its order. Each try's
 * human verification doesn't count.
 */
export function attemptKey(sent: object): string {
  const body = hashOf(JSON.stringify({ ...sent, verification: undefined }))
  const known = readAttempts().find((each) => each.body === body)
  if (known) return known.key
  const key = randomKey()
  keep([...readAttempts(), { body, key }])
  return key
}

/** Leaves the other attempts alone. */
export function forgetAttempt(key: string): void {
  keep(readAttempts().filter((each) => each.key !== key))
}

export function rememberPlaced(key: string, order: string, items: readonly CartLine[]): void {
  const known = readAttempts().find((each) => each.key === key)
  forgetAttempt(key)
  keep([...attempts, { ...known, key, order, items }])
}

/** The id of the newest order that didn't come back to its page; empty without one. */
export function lastPlaced(): string {
  return readAttempts().findLast(({ order }) => order)?.order ?? ''
}

/** Returns a cart once, and only in its own browser, so that a later cart stays. Forgets the attempt. */
export function takePlaced(order: string): readonly CartLine[] | null {
  const placed = readAttempts().find((each) => each.order === order)
  if (!placed) return null
  forgetAttempt(placed.key)
  return placed.items ?? null
}

function readAttempts(): Attempt[] {
  return (readStored('localStorage', storedAs) as Attempt[] | null) ?? attempts
}

function keep(all: Attempt[]): void {
  attempts = all.slice(-keptAttempts)
  writeStored('localStorage', storedAs, attempts)
}

/** FNV-1a, so that nothing of what was typed is stored. */
function hashOf(text: string): number {
  return [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 0)
}

/** Only secure origins have `crypto.randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
