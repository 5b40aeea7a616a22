import type { Column } from './lines.ts'

/** The first rows of a CSV, to ask a person about its columns. */
export type Sample = { rows: string[][]; guess: Column[] | null }

/** Names the wrong line, from 1. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly line: number
  /** Set if only the columns are unknown. */
  readonly sample: Sample | null

  constructor(line: number, message: string, sample: Sample | null = null) {
    super(message)
    this.line = line
    this.sample = sample
  }
}
