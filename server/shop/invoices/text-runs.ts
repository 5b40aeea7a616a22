import type { Font } from 'fontkit'
import { covers } from './fonts.ts'

/** A piece of text that one font sets. */
export type Run = { text: string; isOwn: boolean }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Gives a font what it covers, and the universal font the rest. A space stays with the text before it. */
export function splitByFont(text: string, own: Font): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const isOwn = last && segment === ' ' ? last.isOwn : covers(own, segment)
    if (last?.isOwn === isOwn) last.text += segment
    else runs.push({ text: segment, isOwn })
  }
  return runs
}

/** Breaks after spaces and hyphens, and within scripts that write no spaces. A longer word breaks anywhere. */
export function breakLines(runs: Run[], width: number, widthOf: (run: Run) => number): Run[][] {
  const lines: Run[][] = [[]]
  let left = width
  const whole = runs.flatMap(({ text, isOwn }) => text.split(breaks).map((text) => ({ text, isOwn })))
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

  function trimmedWidth({ text, isOwn }: Run): number {
    return widthOf({ text: text.trimEnd(), isOwn })
  }
}

const breaks = /(?<=[ -]|\p{Ideographic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})/u

function splitAnywhere({ text, isOwn }: Run): Run[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, isOwn }))
}

function append(line: Run[], { text, isOwn }: Run): void {
  const last = line.at(-1)
  if (last?.isOwn === isOwn) last.text += text
  else line.push({ text, isOwn })
}
