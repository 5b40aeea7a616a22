export type CardText = { product: string; title: string; description: string }

/** In pixels; the size that readers of Open Graph crop least. */
export const cardSize = { width: 1200, height: 630 } as const

/**
 * Contains a hash of the words, so that new words get a new picture. Until that is drawn, the server sends the
 * general one.
 */
export function cardAddress({ product, title, description }: CardText): string {
  return `/cards/${fnv1a([product, title, description].join('\n'))}.png`
}

/** Hashes UTF-16 code units by 32-bit FNV-1a (RFC 9923), in hexadecimal. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
