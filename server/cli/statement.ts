import { readFile } from 'node:fs/promises'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { formatMoney } from '#shared/money.ts'
import { commandLine } from '../audit.ts'
import { confirmStatement } from '../desk/statement/confirm.ts'
import { readColumns, takeStatement } from '../desk/statement/take-statement.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { withShop } from './open.ts'

export const statement: Command = {
  usage: 'statement FILE [--account NAME] [--columns date,text,debit,credit] [--book] [--json]',
  summary:
    'Reads a bank’s CSV, OFX or CAMT.053 file and says which orders its lines pay; --book books those that match.',
  run,
}

async function run(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { json: flag, book: flag, account: text, columns: text } as const
  const { values, positionals } = readArguments(args, options, 1)
  const [file] = positionals
  if (!file) throw new Error(`Which file? npm run admin -- ${statement.usage}`)
  const columns = values.columns === undefined ? null : readColumns(values.columns)
  if (values.columns !== undefined && !columns) {
    throw new Error('--columns: date, text, amount, debit, credit or ignore, comma separated.')
  }
  const bytes = await readFile(file)
  return withShop(async (shop) => {
    const upload = { bytes, account: values.account ?? null, columns, who: commandLine }
    const read = await takeStatement(shop, upload)
    const matched = read.lines.filter(({ state }) => state === 'matched')
    const lines = matched.map(({ n, orders }) => ({ n, order: orders[0] ?? '', as: 'full' as const }))
    const booked = values.book ? await confirmStatement(shop, read.id, { lines, who: commandLine }) : null
    if (values.json) console.log(JSON.stringify({ ...read, ...(booked && { confirmed: booked }) }, null, 2))
    else {
      const { currency } = shop.library.typed.pricing
      if (read.account) console.log(`Account ${read.account}`)
      for (const line of read.lines) console.log(toText(line, currency))
      if (booked) console.log(`${booked.booked} lines are booked.`)
      for (const { n, detail } of booked?.failed ?? []) console.error(`Line ${n}: ${detail}`)
    }
    return booked && booked.failed.length > 0 ? 1 : 0
  })
}

function toText({ n, date, amount, text, state, orders }: StatementLine, currency: string): string {
  const money = formatMoney(amount, currency).padStart(12)
  return `${String(n).padStart(5)}  ${date}  ${money}  ${state.padEnd(12)}  ${orders.join(', ').padEnd(11)}  ${text}`
}
