/** What a page's picture for other sites shows: the words that Open Graph is told. */
export type CardText = { product: string; title: string; description: string }

/** Width and height in pixels, as Open Graph's readers crop least. */
export const cardSize = { width: 1200, height: 630 } as const

/**
 * Address of a picture, made from its words: who changes the words asks for another picture, and a page whose picture
 * has not been made yet gets the general one.
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
