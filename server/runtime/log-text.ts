import { isatty } from 'node:tty'
import type { Config } from '../config.ts'

/** Terminals get text, programs get JSON. @param descriptor file descriptor of the log */
export function readsAsText(logFormat: Config['logFormat'] | undefined, descriptor = 1): boolean {
  return logFormat ? logFormat === 'text' : isatty(descriptor)
}

/** '{"level":"warn","time":"…T12:03:04.5Z","ms":7,"msg":"slow"}' → "12:03:04Z warn slow ms=7", with the stack of an error below */
export function toText(line: string): string {
  const { level, time, msg, err, ...members } = JSON.parse(line)
  const words = [`${time.slice(11, 19)}Z`, ...(level === 'info' ? [] : [level]), ...(msg ? [msg] : [])]
  const values = valuesOf(members)
  const stack = err ? [err.stack ?? JSON.stringify(err)] : []
  return `${[[...words, ...values].join(' '), ...stack].join('\n')}\n`
}

/** { ms: 7 } → ["ms=7"] */
export function valuesOf(members: object): string[] {
  return Object.entries(members).map(([name, value]) => `${name}=${shown(value)}`)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
