import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Redacts secrets, whole licence keys and visitors' texts from every line. */
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

/** Libraries' errors carry visitors' data in these members: body-parser's body, PostgreSQL's rows. */
const carried = ['body', 'detail', 'where', 'parameters', 'headers', 'raw', 'config', 'request']

const neverLogged = carried.map((member) => `err.${member}`)

/** Matches tokens of orders and of the desk, Stripe's keys, and all but the last group of licence keys. */
const secrets: [RegExp, string][] = [
  [/\b(ot|desk)_[\w-]{43}/g, '$1_[redacted]'],
  [/\b(sk|rk)_(test|live)_\w+|\bwhsec_\w+/g, '[redacted]'],
  [/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}-([0-9A-Z]{4})\b/gi, '…-$1'],
  // Without all hyphens only a path's whole segment is taken for a key, because names in stacks can be as long.
  [/(?<=\/)(?:[0-9A-Z]{4}-?){6}([0-9A-Z]{4})(?![\w.-])/gi, '…-$1'],
  [/(postgres(?:ql)?|smtps?):\/\/[^\s"@/]+@/g, '$1://[redacted]@'],
]

function redactSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}
