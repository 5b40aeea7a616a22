import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closestMatch } from 'leven'
import packageJson from '../../package.json' with { type: 'json' }
import { UsageError } from '../runtime/arguments.ts'
import { describeFileFault } from '../runtime/file-fault.ts'
import { root } from '../runtime/root.ts'
import { AppError } from '../web/http/errors.ts'
import { accounts } from './accounts.ts'
import { books } from './books.ts'
import { codes } from './codes.ts'
import { type Command, isCommand } from './command.ts'
import { completion } from './completion.ts'
import { content } from './content.ts'
import { db } from './db.ts'
import { desk } from './desk.ts'
import { doctor } from './doctor.ts'
import { importLicences } from './import.ts'
import { keys } from './keys.ts'
import { licences } from './licences.ts'
import { mail } from './mail.ts'
import { messages } from './messages.ts'
import { orders } from './orders.ts'
import { quotes } from './quotes.ts'
import { releases } from './releases.ts'
import { search } from './search.ts'
import { describeDatabaseFault } from './site-database.ts'
import { staff } from './staff.ts'
import { statement } from './statement.ts'
import { today } from './today.ts'
import { trace } from './trace.ts'
import { webhooks } from './webhooks.ts'

type Verbs = Record<string, Command>

export const commands: Record<string, Verbs | Command> = {
  accounts,
  books,
  codes,
  content,
  db,
  desk,
  doctor,
  import: importLicences,
  keys,
  licences,
  mail,
  messages,
  orders,
  quotes,
  releases,
  search,
  staff,
  statement,
  today,
  trace,
  webhooks,
  completion: completion(() => commands),
}

/** @returns the exit status: 2 for an unknown or incomplete command */
export async function runCommand([noun = '', ...rest]: string[]): Promise<number> {
  if (noun === '' || asksForHelp(noun)) return showUsage(commands)
  if (noun === '--version') return showVersion()
  const entry = lookUp(commands, noun)
  if (!entry) return refuse(noun, Object.keys(commands), rest)
  if (isCommand(entry)) return runOne(entry, rest)
  const [verb = '', ...args] = rest
  if (asksForHelp(verb)) return showUsage({ [noun]: entry })
  const command = lookUp(entry, verb)
  if (command) return runOne(command, args)
  const full = Object.keys(entry).map((each) => `${noun} ${each}`)
  return refuse(`${noun} ${verb}`.trim(), full, rest)
}

async function runOne(command: Command, args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`${summaryOf(command, 0)}\n\n${usageOf(command, 'npm run admin -- ')}`)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    const message =
      describeFileFault(error) ??
      describeDatabaseFault(error) ??
      (error instanceof Error ? error.message : String(error))
    printError(message, args, error instanceof AppError ? error.members : {})
    return error instanceof UsageError ? 2 : 1
  }
}

function refuse(words: string, known: string[], args: string[]): number {
  const meant = closestMatch(words, known, { maxDistance: 2 })
  const hint = meant ? `Is "${meant}" meant?` : `There is: ${known.join(', ')}.`
  printError(`There is no command "${words}". ${hint}`, args)
  return 2
}

/** @param members of a problem document */
function printError(message: string, args: string[], members: Record<string, unknown> = {}): void {
  console.error(args.includes('--json') ? JSON.stringify({ error: message, ...members }) : message)
}

function asksForHelp(word: string): boolean {
  return ['help', '--help', '-h'].includes(word)
}

/** `/metrics` and the log show the same hash of the build. */
function showVersion(): number {
  const file = join(root, 'dist/server.sha256')
  const build = existsSync(file) ? readFileSync(file, 'utf8').slice(0, 12) : 'not built'
  console.log(`${packageJson.version} ${build} (Node ${process.version})`)
  return 0
}

function showUsage(shown: typeof commands): number {
  const rows = Object.values(shown).flatMap((entry) => (isCommand(entry) ? [entry] : Object.values(entry)))
  console.log(
    [
      'Usage: npm run admin -- <noun> <verb> …',
      ...rows.flatMap((each) => [usageOf(each), summaryOf(each, 6)]),
    ].join('\n'),
  )
  return 0
}

/** Breaks lines before an option, never inside it. */
function usageOf({ usage }: Command, before = ''): string {
  return wrap((before + usage).split(/(?<!\|) (?=\[|--)/), { indent: 2, hang: 4 })
}

function summaryOf({ summary }: Command, indent: number): string {
  return wrap(summary.split(' '), { indent })
}

function lookUp<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/**
 * Breaks a text between its pieces at the terminal's width. Later lines are indented by `hang` more.
 * @param columns width of the terminal; without one, the text stays on one line, for `grep`
 */
export function wrap(
  pieces: readonly string[],
  { indent, hang = 0, columns = process.stdout.columns ?? Number.POSITIVE_INFINITY }: WrapOptions,
): string {
  const lines: string[] = []
  for (const piece of pieces) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + piece.length <= columns)
      lines[lines.length - 1] = `${line} ${piece}`
    else lines.push(' '.repeat(lines.length === 0 ? indent : indent + hang) + piece)
  }
  return lines.join('\n')
}

type WrapOptions = { indent: number; hang?: number; columns?: number }
