/** The words on a page's preview picture, the same as in its Open Graph tags. */
export type CardText = { product: string; title: string; description: string }

/** Width and height in pixels, as Open Graph's readers crop least. */
export const cardSize = { width: 1200, height: 630 } as const

/**
 * A picture's address depends on its words, so changed words mean another picture. The server answers with the general
 * one until it has been drawn.
 */
export function cardAddress({ product, title, description }: CardText): string {
  return `/cards/${fnv1a([product, title, description].join('\n'))}.png`
}

/** The 32-bit FNV-1a hash (RFC 9923) of a text's UTF-16 code units, in hexadecimal. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
