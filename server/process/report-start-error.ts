import { ConfigError } from '../config.ts'
import { ContentError } from '../content/content-error.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'

/**
 * Says why the site can't start: one JSON line in the log, and at a terminal the text alone. What an operator can mend is
 * a message; anything else also shows where in the code it happened.
 */
export function reportStartError(error: unknown, log: Log, isTerminal: boolean): void {
  const message = isOperators(error) ? error.message : null
  if (isTerminal) console.error(message ?? error)
  else if (message) log.fatal(message)
  else log.fatal({ err: error }, 'the site can’t start')
}

/** Errors of the system name a file or an address and need no stack. */
function isOperators(error: unknown): error is Error {
  const isPlain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
  return isPlain || (error instanceof Error && 'syscall' in error)
}
