import { decode } from '../pages/own-pages.ts'

/**
 * Reads a key behind `#key=`. Applications add it encoded or as it is, and old keys have `+`, `&`, `#` and `%`, so only whole
 * escapes are decoded.
 */
export function keyInAddress(hash: string): string {
  const [, key = ''] = hash.split(/^#key=/)
  return key.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decode(escapes))
}
