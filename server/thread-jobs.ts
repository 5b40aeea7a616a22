import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import type { ContentConfig } from './desk/findings/in-files.ts'
import type { Candidate, QuoteCandidate } from './desk/statement/match/find-orders.ts'
import { type Lines, matchLines, noMatch } from './desk/statement/match/match.ts'
import { numbersIn } from './desk/statement/match/references.ts'
import { readBankFile } from './desk/statement/read/read-file.ts'
import { openQueries, type Statement } from './runtime/thread/open-queries.ts'
import { writing } from './runtime/thread/writing.ts'

/** Jobs of the second thread. Arguments and results are copied between threads. */
export const jobs = {
  /** Uses its own read-only connection to SQLite. */
  query({ file, sql, parameters }: Statement): QueryResult<unknown> {
    return {
      rows: connectTo(file)
        .prepare(sql)
        .all(...(parameters as SQLInputValue[])),
    }
  },
  ...openQueries,
  ...writing,
  readBankFile,
  /** Leaves out lines without a match, because most have none. @returns matches by the line's index */
  matchLines({ lines, candidates, quotes }: ToMatch) {
    const matches = matchLines(lines, candidates, quotes)
    return new Map([...matches.entries()].filter(([, match]) => match !== noMatch))
  },
  /** Only the desk's owner needs the code. */
  async findInContentDir(config: ContentConfig) {
    return (await import('./desk/findings/in-files.ts')).findInContentDir(config)
  },
  numbersIn: ({ texts, years }: { texts: string[]; years: string[] }) => numbersIn(texts, years),
}

type ToMatch = { lines: Lines; candidates: Candidate[]; quotes: QuoteCandidate[] }

export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobRequest = { id: number; name: JobName; input: unknown }
/** `fault` is what a copy of an error loses. */
export type JobAnswer =
  | { id: number; output: unknown }
  | { id: number; error: unknown; fault: { code?: unknown; errcode?: unknown } }

const connections = new Map<string, DatabaseSync>()

function connectTo(file: string): DatabaseSync {
  const known = connections.get(file)
  if (known) return known
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  connections.set(file, connection)
  return connection
}
