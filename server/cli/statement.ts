import { readFile } from 'node:fs/promises'
import type { ConfirmedLine } from '#shared/desk/requests/statement.ts'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import {
  type Column,
  columnNames,
  type Decisions,
  decisionsSchema,
  type Question,
} from '#shared/desk/statement-decisions.ts'
import { lineWord, nothingBooked, orderWord, payerWord } from '#shared/desk/words.ts'
import { maxStatementBytes, sizeInWords } from '#shared/http/body-limit.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { confirmStatement } from '../desk/statement/book/confirm.ts'
import { allowedFor, readChosen } from '../desk/statement/read/decisions.ts'
import { takeStatement } from '../desk/statement/take-statement.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { AppError } from '../web/http/errors.ts'
import { type Command, flag, quote, quoteWord, textOptions, texts } from './command.ts'
import { withShop } from './open.ts'

const parts = Object.keys(decisionsSchema.shape) as (keyof Decisions)[]

export const statement: Command = {
  usage:
    'statement FILE [--account NAME] [--new-account NAME] [--number NUMBER] [--encoding NAME] [--delimiter comma|semicolon|tab|pipe] [--header yes|no] [--columns date,text,debit,credit] [--dates dmy|mdy|ymd] [--until DAY] [--decimal .|,] [--currency CODE] [--unsigned in|out] [--out WORD] [--book] [--book N=ORDER[:as]] [--json]',
  summary:
    'Reads a bank’s CSV, OFX or CAMT.053 file and says which orders its lines pay; --book books those that match, or the line N as full, part, fee or credit of an order, or N=split as it is proposed.',
  async run(args) {
    const known = {
      json: flag,
      book: texts,
      ...textOptions('account', 'new-account', 'number', ...parts),
    } as const
    const { values, positionals } = readArguments(args.map(nameAll), known, 1)
    const [file] = positionals
    if (!file) throw new UsageError(`Which file? npm run admin -- ${statement.usage}`)
    const options = readChosen(Object.fromEntries(parts.map((part) => [part, values[part]])))
    if (typeof options === 'string') throw new UsageError(`--${options}: ${allowedFor(options)}`)
    const chosen = (values.book ?? []).filter((each) => each !== all).map(readLine)
    const booksAll = values.book?.includes(all) ?? false
    const bytes = await readFile(file)
    if (bytes.length > maxStatementBytes) {
      throw new Error(
        `${file} is larger than ${sizeInWords(maxStatementBytes)}. Export it in parts, such as a month each.`,
      )
    }
    return withShop(async (shop) => {
      const { account, 'new-account': newAccount, number } = values
      const upload = { bytes, account, newAccount, number, chosen: options, who: commandLine }
      const read = await takeStatement(shop, upload).catch((error) => {
        throw values.json
          ? error
          : (askForAccount(error) ?? askForColumns(error, file, accountSaid(values)) ?? error)
      })
      const lines = [
        ...chosen.flatMap((line) => splitOf(line, read)),
        ...(booksAll ? matchedOf(read.lines, chosen) : []),
      ]
      const booked = values.book ? await confirmStatement(shop, read.id, { lines, who: commandLine }) : null
      if (values.json) console.log(JSON.stringify({ ...read, ...(booked && { confirmed: booked }) }, null, 2))
      else {
        const { currency } = shop.library.typed.pricing
        console.log(`Account ${read.account}`)
        if (read.decided.length > 0) console.log(read.decided.join(' '))
        for (const row of rowsOf(read, currency)) console.log(row)
        if (booked) console.log(`${booked.booked} ${booked.booked === 1 ? 'line is' : 'lines are'} booked.`)
        for (const n of booked?.already ?? []) console.log(`Line ${n} was booked before.`)
        for (const { n, detail } of booked?.failed ?? []) console.error(`Line ${n}: ${detail}`)
      }
      return booked && booked.failed.length > 0 ? 1 : 0
    })
  },
}

/** Null for any other error. */
function askForAccount(error: unknown): Error | null {
  if (!(error instanceof AppError) || error.code !== 'account_unknown') return null
  const { accounts, number } = error.members as { accounts: string[]; number: string | null }
  const known = accounts.map((name) => `--account ${quote(name)}`)
  const said = [...known, '--new-account NAME'].join(', or ')
  return new Error(`${error.message} Say ${said}${number ? `, with --number ${quote(number)}` : ''}.`)
}

/** Null for any other error. */
function askForColumns(error: unknown, file: string, account: string): Error | null {
  if (!(error instanceof AppError) || error.code !== 'columns_unknown') return null
  const { header, rows, guess, readings, ...question } = error.members as Question
  const width = Math.max(...rows.map((row) => row.length))
  const columns = guess ?? Array.from({ length: width }, (_, index) => usual[index] ?? 'ignore')
  const said = (['dates', 'until', 'decimal', 'currency', 'unsigned', 'out'] as const).map((part) => {
    const value = question[part] ?? readings.find(({ of }) => of === part)?.ways[0]?.value
    return value ? ` --${part} ${quoteWord(value)}` : ''
  })
  const lines = [
    error.message,
    ...[...(header ? [header] : []), ...rows].map((row) => `  ${row.join(' | ')}`),
    'If cells are cut or spelled wrongly, say --delimiter, --encoding or --header.',
    `Name each column, of ${columnNames.join(', ')}, such as by:`,
    `  npm run admin -- statement ${quoteWord(file)}${account} --columns ${columns.join(',')}${said.join('')}`,
  ]
  return new Error(lines.join('\n'))
}

/** Repeats ' --account "everyday"' in the suggested command. */
function accountSaid(values: Partial<Record<'account' | 'new-account' | 'number', string>>): string {
  return (['account', 'new-account', 'number'] as const)
    .flatMap((name) => (values[name] === undefined ? [] : [` --${name} ${quote(values[name])}`]))
    .join('')
}

const usual: Column[] = ['date', 'text', 'amount']

const all = 'all'

/** `--book` takes a line, or nothing for all that match. */
function nameAll(arg: string, index: number, args: string[]): string {
  return arg === '--book' && !/^\d+=/.test(args[index + 1] ?? '') ? `--book=${all}` : arg
}

/** Parses "3=2026-000402:part". */
function readLine(text: string): ConfirmedLine {
  const [, n, order = '', as = 'full'] = /^(\d+)=([^:\s]+)(?::(full|part|credit|fee))?$/.exec(text) ?? []
  if (!n) throw new UsageError(`--book: "${text}" is no line such as 3=2026-000402 or 3=2026-000402:part.`)
  return { n: Number(n), order, as: as as ConfirmedLine['as'] }
}

/** "3=split" books the split that the statement proposes. */
function splitOf(line: ConfirmedLine, { lines }: Statement): ConfirmedLine[] {
  if (line.order !== 'split') return [line]
  const split = lines.find(({ n }) => n === line.n)?.split ?? []
  return split.map(({ order, amount }) => ({ n: line.n, order, amount, as: 'full' }))
}

function matchedOf(lines: StatementLine[], chosen: ConfirmedLine[]): ConfirmedLine[] {
  return lines.flatMap(({ n, state, orders: [order] }) =>
    state === 'matched' && order && !chosen.some((each) => each.n === n) ? [{ n, order, as: 'full' }] : [],
  )
}

/** Lists all rows in the file's order, including unread ones. */
function rowsOf(read: Statement, own: string): string[] {
  if (read.lines.length + read.unread.length === 0) return [`${nothingBooked}.`]
  const lines = read.lines.map((line) => {
    return { n: line.n, text: [toText(line, read, own), ...proposalsOf(line, read)].join('\n') }
  })
  const unread = read.unread.map(({ line, text, reason }) => {
    return { n: line, text: `${String(line).padStart(5)}  Not read: ${reason}  ${text}` }
  })
  return [...lines, ...unread].sort((a, b) => a.n - b.n).map(({ text }) => text)
}

function toText(line: StatementLine, { awaited }: Statement, own: string): string {
  const { n, date, amount, left, text, orders, currency } = line
  const isPart = line.state !== 'already' && left !== amount
  const money = formatMoney(isPart ? left : amount, currency ?? own).padStart(12)
  const whole = isPart ? `, left of ${formatMoney(amount, currency ?? own)}` : ''
  const state = lineWord(line, awaited[orders[0] ?? ''])
  return `${String(n).padStart(5)}  ${date}  ${money}  ${state.padEnd(24)}  ${orders.join(', ').padEnd(11)}  ${text}${whole}`
}

/** Describes the proposed orders or quote, with reasons. */
function proposalsOf({ state, orders, why, quote }: StatementLine, { awaited, quotes }: Statement): string[] {
  if (state === 'already') return []
  const proposed = orders.map((number, index) => ({ number, why: why[index], payer: awaited[number] }))
  const quoted = quote === null ? [] : [{ number: quote, why: 'Nobody ordered it', payer: quotes[quote] }]
  return [...proposed, ...quoted].flatMap(({ number, payer, why: reason }) => {
    if (!payer) return []
    const cents = 'total' in payer ? payer.total : payer.outstanding
    const word = 'status' in payer ? orderWord(payer) : null
    const owed = [word, cents > 0 && formatMoney(cents, payer.currency)].filter(Boolean).join(', ')
    return [`${' '.repeat(21)}${number}, ${payerWord(payer)}, ${owed}. ${reason}.`]
  })
}
