import { fstatSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { readsAsText, toText } from './log-text.ts'

export type Log = Logger

type LogConfig = Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFormat'>>

/**
 * Redacts secrets, whole licence keys and visitors' texts from every line. A given destination defaults to
 * JSON.
 */
export function createLog({ logLevel, logFormat }: LogConfig, destination?: DestinationStream): Log {
  const isText = readsAsText(logFormat ?? (destination && 'json'))
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: neverLogged, censor: '[redacted]' },
      hooks: { streamWrite: (line) => (isText ? toText(redactSecrets(line)) : redactSecrets(line)) },
    },
    destination ?? standardOutput(),
  )
}

/**
 * On a full disk, loses only lines. pino's own stream would end the process, and retry for ever at its end.
 */
function standardOutput(): DestinationStream & { flushSync(): void } {
  let output: ReturnType<typeof pino.destination> | null = null
  // Pipes are asynchronous, so visitors don't wait for a paused reader. A file takes each line at once.
  const target = fstatSync(1)
  const isPipe = target.isFIFO() || target.isSocket()
  const open = () => {
    const opened = pino.destination({ dest: 1, sync: !isPipe })
    opened.on('error', ({ code }: NodeJS.ErrnoException) => {
      // Pino ends a stream whose reader is gone.
      if (code === 'EPIPE') return
      opened.destroy()
      if (output === opened) output = null
    })
    return opened
  }
  return {
    write(line) {
      output ??= open()
      output.write(line)
    },
    flushSync: () => output?.flushSync(),
  }
}

/** Errors of libraries contain visitors' data in these members: body-parser's body, PostgreSQL's rows. */
const carried = ['body', 'detail', 'where', 'parameters', 'headers', 'raw', 'config', 'request']

const neverLogged = carried.map((member) => `err.${member}`)

/** Tokens of orders, the desk and update feeds, Stripe's keys, and all but the last group of licence keys. */
const secrets: [RegExp, string][] = [
  [/\b(ot|desk|up)_[\w-]{43}/g, '$1_[redacted]'],
  [/\b(sk|rk)_(test|live)_\w+|\bwhsec_\w+/g, '[redacted]'],
  [/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}-([0-9A-Z]{4})\b/gi, '…-$1'],
  // Without all hyphens, only a whole path segment counts as a key, because names in stacks can be as long.
  [/(?<=\/)(?:[0-9A-Z]{4}-?){6}([0-9A-Z]{4})(?![\w.-])/gi, '…-$1'],
  [/(postgres(?:ql)?|smtps?):\/\/[^\s"@/]+@/g, '$1://[redacted]@'],
]

function redactSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}
