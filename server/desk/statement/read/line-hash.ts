import { createHash } from 'node:crypto'
import { foldWords } from '../../../runtime/fold.ts'
import type { BankLine } from './lines.ts'
import { isDirection } from './names.ts'

/**
 * Ignores order, signs and words of direction, in which a bank's formats differ. Pending entries differ.
 * @returns hash of a line without its account
 */
export function hashContent({ day, amount, text, isPending }: BankLine): string {
  const words = foldWords(text).flatMap(([word = '']) => (isDirection(word) ? [] : [word]))
  return createHash('sha256')
    .update(JSON.stringify([day, amount, [...new Set(words)].sort(), isPending]))
    .digest('hex')
}

/**
 * A line that comes again, in any file of its account, has the same hash, and counts once. Equal lines of one
 * file are numbered, so that each counts.
 */
export function createLineHasher(): (account: string, content: string) => string {
  const places = new Map<string, number>()
  return (account, content) => {
    const line = `${account} ${content}`
    const place = places.get(line) ?? 0
    places.set(line, place + 1)
    return createHash('sha256').update(`${line} ${place}`).digest('hex')
  }
}
