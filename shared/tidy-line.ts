/**
 * Soft hyphens, fillers, tags and the empty braille cell show as nothing. They make one name look like another, or like
 * none, and come unseen with pasted text. Scripts need joiners and variation selectors, see below. Direction marks stay
 * here, because a text with one is refused.
 */
const invisible =
  /[^\P{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Bidi_Control}\u200c\u200d]|\u2800/gu

/** Persian, Indic and Mongolian scripts, Han and emoji are written with these. */
const helpers = /[\p{Variation_Selector}\u200c\u200d]/gu

/** These letters and signs aren't, with all their accents, nor does a word begin so. */
const helpless = /(?:^|[\s\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{M}\u200c\u200d]+/gu

/** What is typed into a field of one line as it is kept: composed (NFC), trimmed, without what nobody sees. */
export function tidyLine(text: string): string {
  return (
    text
      .replace(invisible, '')
      // Composed twice: some signs are ASCII only once they are composed, and what a joiner kept apart is composed after it.
      .normalize()
      .replace(helpless, (part) => part.replace(helpers, ''))
      .normalize()
      .trim()
  )
}
