/** Names the wrong line, from 1. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly line: number
  /** Set if only the columns are unknown. */
  readonly rows: string[][] | null

  constructor(line: number, message: string, rows: string[][] | null = null) {
    super(message)
    this.line = line
    this.rows = rows
  }
}
