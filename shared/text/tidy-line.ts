/**
 * Invisible characters disguise names. Keeps joiners and variation selectors, which scripts need, and direction
 * marks, which are refused later.
 */
const invisible =
  /[^\P{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Bidi_Control}\u200c\u200d]|\u2800/gu

/** Characters that Persian, Indic and Mongolian scripts, Han and emoji need. */
const joiners = /[\p{Variation_Selector}\u200c\u200d]/gu

/** Places where they have no use: after these scripts and signs, and at the beginning of a word. */
const uselessJoiners = /(?:^|[\s\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{M}\u200c\u200d]+/gu

export function tidyLine(text: string): string {
  return (
    text
      .replace(invisible, '')
      // The first pass turns some characters into ASCII; the second composes characters that joiners kept apart.
      .normalize()
      .replace(uselessJoiners, (part) => part.replace(joiners, ''))
      .normalize()
      .trim()
  )
}
