import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that tells neither where they differ nor how long they are. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
