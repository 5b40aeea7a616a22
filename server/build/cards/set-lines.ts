/** Measures a text's width in pixels, at a font size in pixels. */
type Measure = (text: string, size: number) => number

/** `height` limits the sum of the lines' sizes. */
type Box = { width: number; height?: number; maxLines: number; sizes: readonly [number, ...number[]] }

/**
 * Uses the first size at which the text fits, with lines of similar length. At the last size, an ellipsis
 * cuts the rest.
 */
export function setLines(
  text: string,
  { width, height = Number.POSITIVE_INFINITY, maxLines, sizes }: Box,
  measure: Measure,
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = breakLines(text, width, size, measure)
    const isLow = lines.length <= maxLines && lines.length * size <= height
    if (isLow && lines.every((line) => measure(line, size) <= width)) {
      return { size, lines: balance(text, { lines, width, size }, measure) }
    }
  }
  const size = sizes.at(-1) ?? sizes[0]
  const lines = breakLines(text, width, size, measure).slice(0, maxLines)
  return {
    size,
    lines: lines.map((line, index) => cut(line, index === maxLines - 1, { width, size }, measure)),
  }
}

function breakLines(text: string, width: number, size: number, measure: Measure): string[] {
  const [first = '', ...words] = text.split(/\s+/)
  const lines = [first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (measure(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Finds the narrowest width, within about a pixel, that needs no more lines. */
function balance(
  text: string,
  { lines, width, size }: { lines: string[]; width: number; size: number },
  measure: Measure,
): string[] {
  let [narrow, wide, best] = [0, width, lines]
  while (wide - narrow > 1) {
    const middle = (narrow + wide) / 2
    const tried = breakLines(text, middle, size, measure)
    const fits = tried.length <= lines.length && tried.every((line) => measure(line, size) <= middle)
    if (fits) [wide, best] = [middle, tried]
    else narrow = middle
  }
  return best
}

function cut(
  line: string,
  more: boolean,
  { width, size }: { width: number; size: number },
  measure: Measure,
): string {
  if (!more && measure(line, size) <= width) return line
  const characters = [...line]
  while (characters.length > 0 && measure(`${characters.join('')}…`, size) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
