/** Splits a script into paragraphs. An empty line is a pause. */
export function paragraphsOf(script: string): string[] {
  return script.replace(/\s+$/, '').split(/\r\n?|\n/)
}

export function hasWords(script: string): boolean {
  return script.trim() !== ''
}

/** Spaces separate words. Scripts written without spaces are split by a dictionary. */
export function countWords(script: string): number {
  let words = 0
  for (const run of script.split(/\s+/)) {
    if (run !== '') words += unspaced.test(run) ? countUnspaced(run) : 1
  }
  return words
}

/** Chinese, Japanese, Thai, Lao, Khmer and Burmese. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Created on first use, because loading a dictionary takes time. */
let segmenter: Intl.Segmenter | undefined

function countUnspaced(run: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(run)) if (isWordLike) words++
  return Math.max(words, 1)
}
