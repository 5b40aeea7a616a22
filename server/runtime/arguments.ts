import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { closestMatch } from 'leven'
import type { z } from 'zod'
import { readDollars } from '#shared/desk/read-dollars.ts'
import { stateInText } from '#shared/desk/words.ts'

/** A mistyped command, refused before it does anything. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * @param most maximum number of positional arguments
 * @throws UsageError for an unknown option or an extra argument
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  most = 0,
) {
  requireKnown(args, options)
  const read = orRefuse(() => parseArgs({ args, options, allowPositionals: true }))
  const surplus = read.positionals.slice(most)
  if (surplus.length > 0) throw new UsageError(`Too many arguments: ${surplus.join(' ')}`)
  return read
}

/** Suggests a similar option, unlike Node's own message. */
function requireKnown(args: string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown?.kind !== 'option') return
  const known = Object.keys(options).map((name) => `--${name}`)
  const nearest = closestMatch(unknown.rawName, known, { maxDistance: 3 })
  const hint = nearest ? `Is ${nearest} meant?` : known.length > 0 && `There is: ${known.join(', ')}.`
  throw new UsageError([`There is no option ${unknown.rawName}.`, hint].filter(Boolean).join(' '))
}

function orRefuse<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

/** Reads the options of a standalone program. For `--help` or a wrong option, prints the usage and exits. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args = process.argv.slice(2),
) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`)
    process.exit(2)
  }
}

/** Reads `-` as the first line of standard input, because a process's arguments are visible to everybody. */
export async function orStandardInput(argument: string): Promise<string> {
  if (argument !== '-') return argument
  const lines = createInterface({ input: process.stdin })
  const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  lines.close()
  return line.trim()
}

/**
 * @param unit such as "cents"
 * @returns a number from 1 to 999,999,999
 * @throws UsageError that names the option
 */
export function wholeNumber(option: string, value: string, unit?: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new UsageError(`${option}: "${value}" is no whole number${unit ? ` of ${unit}` : ''} above 0.`)
}

/**
 * Parses an amount such as "458.00", as on the desk. A whole number is refused, as it could mean dollars or
 * cents.
 * @returns cents
 * @throws UsageError that names the option
 */
export function sumOf(option: string, value: string): number {
  const cents = /[.$]/.test(value) ? readDollars(value) : null
  if (cents) return cents
  throw new UsageError(`${option}: write the sum with its cents, such as 458.00, not "${value}".`)
}

/**
 * @param list comma-separated; undefined if the option wasn't given
 * @throws UsageError that names the choices
 */
export function choicesOf<Choice extends string>(
  option: string,
  list: string | undefined,
  choices: readonly Choice[],
): Choice[] | undefined {
  return list?.split(',').map((word) => choiceOf(option, word, choices))
}

/**
 * Accepts a state's name, or the word for it in lists. Undefined if the option wasn't given.
 * @throws UsageError that names the choices
 */
export function choiceOf<Choice extends string, Word extends string | undefined>(
  option: string,
  word: Word,
  choices: readonly Choice[],
): Choice | Extract<Word, undefined> {
  const choice = choices.find((each) => [each, stateInText(each)].includes(String(word)))
  if (choice !== undefined || word === undefined) return choice as Choice | Extract<Word, undefined>
  throw new UsageError(
    `${option} is one of ${choices.map(withItsWord).join(', ')}, not ${word || 'nothing'}.`,
  )
}

/** "active" → "active (on)" */
function withItsWord(choice: string): string {
  const shown = stateInText(choice)
  return shown === choice ? choice : `${choice} (${shown})`
}

/** @param what name of the value in the error @throws UsageError */
export function readValue<Schema extends z.ZodType>(
  schema: Schema,
  value: string | undefined,
  what: string,
): z.output<Schema> {
  return readOrThrow(schema, value, { value, what })
}

/** Reads digits as a number. @throws UsageError as `readValue` does */
export function readNumber<Schema extends z.ZodType>(
  schema: Schema,
  value: string | undefined,
  what: string,
): z.output<Schema> {
  return readOrThrow(schema, value === undefined ? value : orNumber(value), { value, what })
}

/** @returns digits as a number, and other text unchanged, for a schema to refuse */
export function orNumber(value: string): number | string {
  return /^\d{1,9}$/.test(value) ? Number(value) : value
}

function readOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { value, what }: { value: string | undefined; what: string },
): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const message = result.error.issues[0]?.message.replace(/\.$/, '')
  throw new UsageError(`${what}: ${message}, not ${JSON.stringify(value)}`)
}

/** @param names option names that differ from their fields' @throws UsageError that omits the values */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
  names: Record<string, string> = {},
): z.output<Schema> {
  const result = schema.safeParse(fields)
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => {
    const field = String(path[0] ?? '')
    return field ? `${names[field] ?? optionOf(field)}: ${message}` : message
  })
  throw new UsageError(lines.join('\n'))
}

/** "vatId" → "--vat-id" */
export function optionOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
