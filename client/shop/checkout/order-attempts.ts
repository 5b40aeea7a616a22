import type { CartLine } from '#shared/pricing/cart.ts'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'

/** What was sent, as a hash, and once it became an order, its id and the cart's items. */
type Attempt = { body?: number; key: string; order?: string; items?: readonly CartLine[] }

const storedAs = 'orderAttempts'
const mostTries = 4
const mostPlaced = 5

/** What the storage didn’t take lasts as long as the page. */
let unstored: Attempt[] = []

/**
 * A body has the same key after a failure or reload, and in another tab, so it resumes its order. Each try's human
 * verification doesn't count.
 * @returns `order` is the order's id, if an earlier try's answer came
 */
export function attemptOf(sent: object): Pick<Attempt, 'key' | 'order'> {
  const body = hashOf(JSON.stringify({ ...sent, verification: undefined }))
  const known = readAttempts().find((each) => each.body === body)
  if (known) return known
  const attempt = { body, key: randomKey() }
  keep([...readAttempts(), attempt])
  return attempt
}

/** Leaves the other attempts alone. */
export function forgetAttempt(key: string): void {
  keep(readAttempts().filter((each) => each.key !== key))
}

export function rememberPlaced(key: string, order: string, items: readonly CartLine[]): void {
  const known = readAttempts().find((each) => each.key === key)
  forgetAttempt(key)
  keep([...readAttempts(), { ...known, key, order, items }])
}

/** The ids of orders that didn't come back to their page, the newest last. */
export function placedOrders(): string[] {
  return readAttempts().flatMap(({ order }) => order ?? [])
}

/** Returns a cart once, and only in its own browser, so that a later cart stays. Forgets the attempt. */
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

/** FNV-1a of its UTF-16, so that nothing of what was typed is stored. */
function hashOf(text: string): number {
  return text
    .split('')
    .reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261)
}

/** Only secure origins have `crypto.randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
