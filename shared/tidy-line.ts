/**
 * Marks that turn the direction of a text around or show as nothing: they make one name look like another, and come
 * unseen with what is pasted.
 */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Persian, Indic scripts and emoji are written with joiners. These letters and signs aren't, nor does a line begin so. */
const idleJoiners = /(^|[\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]+/gu

/** What is typed into a field of one line as it is kept: composed (NFC), trimmed, without what nobody sees. */
export function tidyLine(text: string): string {
  return text.replace(invisible, '').replace(idleJoiners, '$1').normalize('NFC').trim()
}
