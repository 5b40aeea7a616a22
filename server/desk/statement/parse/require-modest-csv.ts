import { mostRows, tooMany } from './lines.ts'
import { Unreadable } from './unreadable.ts'

/** Exports of shops and banks have 50 at most. */
const mostCellsOfLine = 100
const mostCells = 50 * mostRows
/** Texts may have lines of their own, and banks leave lines blank. */
const mostLines = 4 * mostRows

/** Runs before the parser, which would keep every cell in memory. @throws Unreadable for too many cells or lines */
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
