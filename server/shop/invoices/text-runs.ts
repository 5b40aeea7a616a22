import type { Font } from 'fontkit'
import { covers } from './fonts.ts'

/** The document's own font, the Arabic one, or the universal one with nearly every character. */
export type Face = 'own' | 'arabic' | 'universal'

/** A piece of text in one font. */
export type Run = { text: string; face: Face }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Assigns text to the first font that covers it, or the universal one. A space joins the text before. */
export function splitByFont(text: string, own: Font, arabic: () => Font): Run[] {
  const faceOf = (segment: string): Face => {
    if (covers(own, segment)) return 'own'
    return isArabic.test(segment) && covers(arabic(), segment) ? 'arabic' : 'universal'
  }
  const runs: Run[] = []
  for (const segment of graphemesOf(text)) {
    const last = runs.at(-1)
    const face = last && segment === ' ' ? last.face : faceOf(segment)
    append(runs, { text: segment, face })
  }
  return runs
}

const isArabic = /\p{Script_Extensions=Arabic}/u

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** Breaks lines after spaces and hyphens, and within scripts without spaces. Longer words break anywhere. */
export function breakLines(runs: Run[], width: number, widthOf: (run: Run) => number): Run[][] {
  const lines: Run[][] = [[]]
  let left = width
  const whole = runs.flatMap(({ text, face }) => text.split(breaks).map((text) => ({ text, face })))
  const pieces = whole.flatMap((piece) => (trimmedWidth(piece) > width ? splitAnywhere(piece) : piece))
  for (const piece of pieces) {
    if (trimmedWidth(piece) > left && left < width) {
      lines.push([])
      left = width
    }
    append(lines.at(-1) ?? [], piece)
    left -= widthOf(piece)
  }
  return lines

  function trimmedWidth({ text, face }: Run): number {
    return widthOf({ text: text.trimEnd(), face })
  }
}

const breaks = /(?<=[ -]|\p{Ideographic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})/u

function splitAnywhere({ text, face }: Run): Run[] {
  return graphemesOf(text).map((segment) => ({ text: segment, face }))
}

function append(line: Run[], { text, face }: Run): void {
  const last = line.at(-1)
  if (last?.face === face) last.text += text
  else line.push({ text, face })
}
