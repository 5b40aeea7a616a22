import { Unreadable } from './lines.ts'

/** A busy shop's year; reading and matching it takes 2 seconds. */
export const mostRows = 5000

export const tooManyRows = tooMany(mostRows, 'rows')

/** Exports of shops and banks have at most 50. */
const mostCellsOfLine = 100
const mostCells = 50 * mostRows
/** Texts may contain line breaks, and banks leave lines blank. */
const mostLines = 4 * mostRows
/** Statements nest about 12 levels deep. */
export const mostDepth = 50
/** Entries have 17 elements in short files and 45 in wordy ones. */
const mostElements = 60 * mostRows

/** In characters. Banks' texts have 500. */
export const mostOfRow = 100_000

export const tooLong = 'It has more than 100,000 characters.'

function tooMany(most: number, what: string): string {
  const advice = 'Export it in parts, such as a month each; a line that comes twice counts once.'
  return `The file has more than ${most.toLocaleString('en-AU')} ${what}. ${advice}`
}

/**
 * Run this before the parser, which would keep every cell in memory.
 * @throws Unreadable for too many cells or lines
 */
export function requireModestCsv(text: string, delimiter: string): void {
  let [line, cells, cellsOfLine] = [1, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) {
      line += 1
      cellsOfLine = 0
    } else if (sign === delimiter) {
      cells += 1
      cellsOfLine += 1
    }
    if (cellsOfLine >= mostCellsOfLine)
      throw new Unreadable(line, `It has more than ${mostCellsOfLine} cells.`)
    if (cells > mostCells) throw new Unreadable(line, tooMany(mostCells, 'cells'))
    if (line > mostLines) throw new Unreadable(line, tooMany(mostLines, 'lines'))
  }
}

/** Parts of XML that aren't elements. */
export const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/**
 * Run this before the parser, which would keep every element in memory.
 * @throws Unreadable for too deep elements
 */
export function requireFlatXml(text: string): void {
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skip = skipped.find(([start]) => text.startsWith(start, at))
    const end = text.indexOf(skip?.[1] ?? '>', at)
    // Leaves the error to the parser.
    if (end < 0) return
    if (!skip) {
      if (text[at + 1] === '/') depth -= 1
      else if (text[end - 1] !== '/') depth += 1
    }
    if (depth > mostDepth) throw tooDeep(lineAt(text, at))
    at = end
  }
}

/** Also counts attributes, and text that resembles either. @throws Unreadable */
export function requireFewElements(text: string): void {
  let elements = 0
  for (let at = 0; at < text.length; at += 1) {
    const isElement = text[at] === '=' || (text[at] === '<' && text[at + 1] !== '/')
    if (isElement) elements += 1
    if (elements > mostElements) throw new Unreadable(lineAt(text, at), tooMany(mostElements, 'elements'))
  }
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

export function tooDeep(line: number): Unreadable {
  return new Unreadable(line, `Elements stand more than ${mostDepth} deep.`)
}
