import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes a time that reveals neither the first difference nor the length. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
