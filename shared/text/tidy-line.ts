/** Invisible characters disguise names. Joiners and variation selectors stay for scripts; direction marks, because they are refused. */
const invisible =
  /[^\P{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Bidi_Control}\u200c\u200d]|\u2800/gu

/** Persian, Indic and Mongolian scripts, Han and emoji need these. */
const helpers = /[\p{Variation_Selector}\u200c\u200d]/gu

/** These scripts and signs don't need them, nor does the beginning of a word. */
const helpless = /(?:^|[\s\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{M}\u200c\u200d]+/gu

export function tidyLine(text: string): string {
  return (
    text
      .replace(invisible, '')
      // Normalised twice, because some signs become ASCII first, and removed joiners let others compose.
      .normalize()
      .replace(helpless, (part) => part.replace(helpers, ''))
      .normalize()
      .trim()
  )
}
