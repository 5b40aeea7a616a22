import type { Column } from './lines.ts'

/** The header, null without one, and the first five rows of a CSV, to show a person its columns. */
export type Sample = { header: string[] | null; rows: string[][] }

/** Asks a person about the columns. @property guess null if nobody can tell */
export type ColumnsQuestion = Sample & { guess: Column[] | null }

/** Names the wrong line, from 1. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly line: number
  /** Set if only the columns are unknown. */
  readonly question: ColumnsQuestion | null

  constructor(line: number, message: string, question: ColumnsQuestion | null = null) {
    super(message)
    this.line = line
    this.question = question
  }
}
