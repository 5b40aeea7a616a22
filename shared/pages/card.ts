export type CardText = { product: string; title: string; description: string }

/** Pixels that Open Graph's readers crop least. */
export const cardSize = { width: 1200, height: 630 } as const

/** Depends on the words, so that changed words get a new picture. Until it is drawn, the general one is served. */
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
