import createBidi, { type Bidi } from 'bidi-js'
import { graphemesOf, type Run } from './text-runs.ts'

// The package's types describe an ES module, but Node loads another shape.
const bidi = (createBidi as unknown as () => Bidi)()

type Piece = Run & { level: number }

/**
 * Reorders each line's runs from left to right (Unicode Standard Annex #9).
 * @param lines lines of one text, in logical order
 */
export function inVisualOrder(lines: Run[][]): Run[][] {
  const text = lines.flat().map((run) => run.text)
  if (!rightToLeft.test(text.join(''))) return lines
  const { levels } = bidi.getEmbeddingLevels(text.join(''))
  let at = 0
  return lines.map((line) => {
    const pieces = line.flatMap((run) => {
      const cut = cutByLevel(run, levels.subarray(at, at + run.text.length))
      at += run.text.length
      return cut
    })
    return reorder(withoutEnd(pieces)).map(asDrawn)
  })
}

/** Only these blocks contain letters of Arabic, Hebrew, Syriac, Thaana and related scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function cutByLevel({ text, face }: Run, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const grapheme of graphemesOf(text)) {
    const level = levels[at] ?? 0
    const last = pieces.at(-1)
    if (last?.level === level) last.text += grapheme
    else pieces.push({ text: grapheme, face, level })
    at += grapheme.length
  }
  return pieces
}

/** Drops spaces at a line's end, which would indent right-to-left text. */
function withoutEnd(pieces: Piece[]): Piece[] {
  const last = pieces.at(-1)
  return last ? [...pieces.slice(0, -1), { ...last, text: last.text.trimEnd() }] : pieces
}

/** Rule L2: reverses runs at or above each level, from the highest level down to the lowest odd one. */
function reorder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces]
  for (let level = Math.max(...pieces.map((piece) => piece.level)); level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? 0) >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}

/** The Arabic font joins letters and reverses all its text itself, but digits must read from the left. */
function asDrawn({ text, face, level }: Piece): Run {
  const isRightToLeft = level % 2 === 1
  if (face === 'arabic') return { text: isRightToLeft ? text : graphemesOf(text).reverse().join(''), face }
  if (!isRightToLeft) return { text, face }
  const mirrored = graphemesOf(text).map((grapheme) => bidi.getMirroredCharacter(grapheme) ?? grapheme)
  return { text: mirrored.reverse().join(''), face }
}
