import { type Sort, unsortedFilters } from '#shared/desk/sorts.ts'
import { UsageError } from '../runtime/arguments.ts'
import { type CsvRow, linesOf } from '../web/http/csv.ts'

/** `run` returns the exit status. */
export type Command = { usage: string; summary: string; run(args: string[]): Promise<number> }

/** Whether the entry is a command rather than a noun with verbs. */
export function isCommand(entry: Record<string, Command> | Command | undefined): entry is Command {
  return typeof entry?.run === 'function'
}

/** Kinds of command options. */
export const flag = { type: 'boolean', default: false } as const
export const text = { type: 'string' } as const
/** May be given several times. */
export const texts = { type: 'string', multiple: true } as const
/** The number of rows that a list shows. */
export const limit = { type: 'string', default: '50' } as const

/** Options that each take a text. */
export function textOptions<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>
}

/** Prints JSON for programs, or text for people. @returns the exit status */
export function print(json: boolean, value: unknown, text: string): number {
  console.log(json ? JSON.stringify(value, null, 2) : text)
  return 0
}

/** Prints pages as they are read. @returns the exit status */
export async function printCsv(columns: readonly string[], pages: AsyncIterable<CsvRow[]>): Promise<number> {
  for await (const lines of linesOf(columns, pages)) {
    console.log(lines.replace(/\n$/, ''))
    // The reader has left, or nothing more can be written.
    if (process.stdout.errored) break
  }
  return 0
}

/**
 * @param values parsed options
 * @param sorts allowed sorts, the default first
 * @throws UsageError for another one, or one beside a search
 */
export function readSort<Name extends Sort>(
  values: { sort?: string | undefined } & Record<string, unknown>,
  sorts: readonly [Name, ...Name[]],
): Name {
  const [own] = sorts
  const { sort: name = own } = values
  const sort = sorts.find((each) => each === name)
  if (sort === undefined) throw new UsageError(`--sort is one of ${sorts.join(', ')}, not ${name}.`)
  const filter = unsortedFilters.find((each) => values[each] !== undefined)
  if (filter === undefined || sort === own) return sort
  throw new UsageError(`--sort doesn’t go with --${filter}: leave one of them out.`)
}

/** Quotes a word for a shell. */
export function quote(word: string): string {
  return `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`
}

export function quoteWord(word: string): string {
  return /^[\w./:,-]+$/.test(word) ? word : quote(word)
}
