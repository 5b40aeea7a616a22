import type { ContentConfig } from './desk/findings/in-files.ts'
import type { Candidate, QuoteCandidate } from './desk/statement/match/find-orders.ts'
import type { Lines } from './desk/statement/match/match.ts'
import type { FileToRead } from './desk/statement/read/read-file.ts'
import { openQueries } from './runtime/thread/open-queries.ts'
import { statements } from './runtime/thread/statements.ts'

/**
 * Jobs of the second thread. Arguments and results are copied between threads. Rarely needed code is loaded
 * by its first job, because each thread holds its own copy.
 */
export const jobs = {
  ...openQueries,
  ...statements,
  async readBankFile(file: FileToRead) {
    return (await import('./desk/statement/read/read-file.ts')).readBankFile(file)
  },
  /** Leaves out lines without a match, because most have none. @returns matches by the line's index */
  async matchLines({ lines, candidates, quotes }: ToMatch) {
    const { matchLines, noMatch } = await import('./desk/statement/match/match.ts')
    const matches = matchLines(lines, candidates, quotes)
    return new Map([...matches.entries()].filter(([, match]) => match !== noMatch))
  },
  async findInContentDir(config: ContentConfig) {
    return (await import('./desk/findings/in-files.ts')).findInContentDir(config)
  },
  async numbersIn({ texts, years }: { texts: string[]; years: string[] }) {
    return (await import('./desk/statement/match/references.ts')).numbersIn(texts, years)
  },
}

type ToMatch = { lines: Lines; candidates: Candidate[]; quotes: QuoteCandidate[] }

export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobRequest = { id: number; name: JobName; input: unknown }
/** `fault` has members that copying an error loses. */
export type JobAnswer =
  | { id: number; output: unknown }
  | { id: number; error: unknown; fault: { code?: unknown; errcode?: unknown } }
