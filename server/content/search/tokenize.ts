const beyondAscii = /\P{ASCII}/u
/** Scripts that are written without spaces; elsewhere a run of letters and digits is a word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u
let segmenter: Intl.Segmenter | undefined

/** Splits text into words, case and accents folded: "Café l'Été" gives cafe, l, ete. */
export function tokenize(text: string): string[] {
  if (!beyondAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.flatMap((word) => (unspaced.test(word) ? segments(word) : [word]))
}

/** Only the accents of Latin, Greek and Cyrillic are dropped; in other scripts marks tell words apart. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}
