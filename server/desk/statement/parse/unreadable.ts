/** A file that can't be taken, with the line that is at fault, from 1. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly line: number
  /** The first rows, where only their columns are unknown. */
  readonly rows: string[][] | null

  constructor(line: number, message: string, rows: string[][] | null = null) {
    super(message)
    this.line = line
    this.rows = rows
  }
}
