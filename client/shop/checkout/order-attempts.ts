import type { CartLine } from '#shared/pricing/cart.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

/** `body` is a hash of the sent body. `order` and `items` are set once it has become an order. */
type Attempt = { body?: number; key: string; order?: string; items?: readonly CartLine[] }

const storedAs = 'orderAttempts'
const mostTries = 4
const mostPlaced = 5

/** Attempts that the storage refused; they last as long as the page. */
let unstored: Attempt[] = []

/**
 * Returns the idempotency key of a body. It is the same after a failure or reload and in other tabs, so that
 * the body resumes its order. The human check isn't part of the hash.
 * @returns `order` is the order's id, if an earlier try was answered
 */
export function attemptOf(sent: object): Pick<Attempt, 'key' | 'order'> {
  const body = hashOf(JSON.stringify({ ...sent, verification: undefined }))
  const known = readAttempts().find((each) => each.body === body)
  if (known) return known
  const attempt = { body, key: randomKey() }
  keep([...readAttempts(), attempt])
  return attempt
}

/** Keeps the other attempts. */
export function forgetAttempt(key: string): void {
  keep(readAttempts().filter((each) => each.key !== key))
}

export function rememberPlaced(key: string, order: string, items: readonly CartLine[]): void {
  const known = readAttempts().find((each) => each.key === key)
  forgetAttempt(key)
  keep([...readAttempts(), { ...known, key, order, items }])
}

/** The ids of orders whose pages weren't opened again, newest last. */
export function placedOrders(): string[] {
  return readAttempts().flatMap(({ order }) => order ?? [])
}

/** Forgets the order, and returns its items. Null the second time and in other browsers, so that a later cart stays. */
export function takePlaced(order: string): readonly CartLine[] | null {
  const placed = readAttempts().find((each) => each.order === order)
  if (!placed) return null
  forgetAttempt(placed.key)
  return placed.items ?? null
}

function readAttempts(): Attempt[] {
  const isOurs = ({ key }: Attempt) => unstored.some((each) => each.key === key)
  return [...readStoredAttempts().filter((each) => !isOurs(each)), ...unstored]
}

function keep(all: Attempt[]): void {
  const tries = all.filter(({ order }) => !order)
  const placed = all.filter(({ order }) => order)
  const kept = [...tries.slice(-mostTries), ...placed.slice(-mostPlaced)]
  const isStored = ({ key, order }: Attempt) =>
    readStoredAttempts().some((each) => each.key === key && each.order === order)
  unstored = writeStored('localStorage', storedAs, kept) ? [] : kept.filter((each) => !isStored(each))
}

function readStoredAttempts(): Attempt[] {
  const stored = readStored('localStorage', storedAs)
  return Array.isArray(stored) ? stored : []
}

/** Hashes UTF-16 code units by FNV-1a, so that the storage contains no typed text. */
function hashOf(text: string): number {
  return text
    .split('')
    .reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261)
}

/** `crypto.randomUUID` exists only on secure origins. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
