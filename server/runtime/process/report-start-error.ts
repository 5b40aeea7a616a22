import { ConfigError } from '../../config.ts'
import { ContentError } from '../../content/content-error.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'

/** Logs one JSON line; a terminal gets plain text. Errors that an operator can fix come without a stack. */
export function reportStartError(error: unknown, log: Log, isTerminal: boolean): void {
  const message = isOperators(error) ? error.message : null
  if (isTerminal) console.error(message ?? error)
  else if (message) log.fatal(message)
  else log.fatal({ err: error }, 'the site can’t start')
}

/** System errors name a file or an address, so they need no stack. */
function isOperators(error: unknown): error is Error {
  const isPlain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
  return isPlain || (error instanceof Error && 'syscall' in error)
}
