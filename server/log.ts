import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** JSON lines on standard output. Whatever a line is given, it holds no secret, whole licence key or what a visitor wrote. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: neverLogged, censor: '[redacted]' },
      hooks: { streamWrite: redactSecrets },
    },
    destination ?? pino.destination(1),
  )
}

/** Members by which libraries carry along what a visitor sent: body-parser's body, the rows of PostgreSQL's errors. */
const carried = ['body', 'detail', 'where', 'parameters', 'headers', 'raw', 'config', 'request']

const neverLogged = carried.map((member) => `err.${member}`)

/** By their form, wherever they stand: orders' tokens, Stripe's keys, licence keys up to their last group. */
const secrets: [RegExp, string][] = [
  [/\bot_[\w-]{43}/g, 'ot_[redacted]'],
  [/\b(sk|rk)_(test|live)_\w+|\bwhsec_\w+/g, '[redacted]'],
  [/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}-([0-9A-Z]{4})\b/gi, '…-$1'],
  [/(postgres(?:ql)?|smtps?):\/\/[^\s"@/]+@/g, '$1://[redacted]@'],
]

export function redactSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}
