import { dayIn } from '#shared/calendar/calendar.ts'
import { withdrawSchema } from '#shared/desk/requests.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { readArguments, readFields, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import {
  findListed,
  findQuoteByName,
  type ListedQuoteRow,
  listQuotes,
  showListed,
} from '../shop/quotes/list-quotes.ts'
import { viewQuote } from '../shop/quotes/quotes.ts'
import { withdrawQuote } from '../shop/quotes/withdraw-quote.ts'
import type { Command } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { withShop } from './open.ts'

export const quotes = {
  list: {
    usage: 'quotes list [--email ADDRESS] [--q TEXT] [--limit N] [--json]',
    summary:
      'Lists quotes, the latest first; 50 unless told. --q finds a part of number, name, company, email or purchase order.',
    run: list,
  },
  show: {
    usage: 'quotes show QUOTE [--json]',
    summary:
      'Shows one quote with its lines, and the link that opens and orders it. QUOTE is an id or a number.',
    run: show,
  },
  withdraw: {
    usage: `quotes withdraw QUOTE [--reason TEXT] ${finalUsage} [--json]`,
    summary: 'Takes a quote back, so that nobody orders it, and tells its buyer.',
    run: withdraw,
  },
} satisfies Record<string, Command>

const json = { json: { type: 'boolean', default: false } } as const

async function list(args: string[]): Promise<number> {
  const text = { type: 'string' } as const
  const options = { ...json, email: text, q: text, limit: { ...text, default: '50' } } as const
  const { values } = readArguments(args, options)
  const filter = { email: values.email, text: values.q, limit: wholeNumber('--limit', values.limit) }
  return withShop(async ({ database, library }) => {
    const rows = await listQuotes(database.db, filter)
    const { timeZone } = library.typed.site.company
    if (values.json) console.log(JSON.stringify(rows.map(showWithBuyer), null, 2))
    else console.log(rows.map((row) => lineOf(row, timeZone)).join('\n') || 'No quotes.')
    return 0
  })
}

async function show(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, json, 1)
  const [name] = positionals
  if (!name) throw new Error('Which quote? Give its number, such as Q-000012, or its id.')
  return withShop(async (shop) => {
    const { db } = shop.database
    const row = await findQuoteByName(db, name)
    const [listed] = row ? await findListed(db, [row.id]) : []
    if (!row || !listed) throw new Error(`There is no quote ${name}.`)
    const { quote } = await viewQuote(shop, row)
    const { lines, discount, tax, link } = quote
    const shown = { ...showWithBuyer(listed), lines, discount, tax, link }
    const { timeZone } = shop.library.typed.site.company
    const text = [
      lineOf(listed, timeZone),
      `  ${[row.customer_name, row.company_name, row.purchase_order && `PO ${row.purchase_order}`].filter(Boolean).join(', ')}`,
      ...lines.map(({ qty, sku, amount }) => `  ${qty} × ${sku}  ${formatMoney(amount, row.currency)}`),
      `  ${link}`,
    ]
    console.log(values.json ? JSON.stringify(shown, null, 2) : text.join('\n'))
    return 0
  })
}

async function withdraw(args: string[]): Promise<number> {
  const options = { ...json, ...finalOptions, reason: { type: 'string' } } as const
  const { values, positionals } = readArguments(args, options, 1)
  const [name] = positionals
  if (!name) throw new Error('Which quote? Give its number, such as Q-000012, or its id.')
  const { reason } = readFields(withdrawSchema, { reason: values.reason })
  return withShop(async (shop) => {
    const { db } = shop.database
    const row = await findQuoteByName(db, name)
    if (!row) throw new Error(`There is no quote ${name}.`)
    const plan = `withdraw quote ${row.number}, and tell ${row.customer_email}`
    if (!(await mayGoOn(plan, row.number, values))) return 0
    await withdrawQuote(shop, row, { who: commandLine, reason })
    const [listed] = await findListed(db, [row.id])
    const text = `Quote ${row.number} is withdrawn.`
    console.log(values.json && listed ? JSON.stringify(showWithBuyer(listed), null, 2) : text)
    return 0
  })
}

function showWithBuyer(row: ListedQuoteRow) {
  const customer = { name: row.customer_name, email: row.customer_email, companyName: row.company_name }
  return { ...showListed(row), customer, purchaseOrder: row.purchase_order }
}

function stateOf({ order_number, withdrawn_at, valid_until }: ListedQuoteRow, timeZone: string): string {
  if (order_number) return `ordered as ${order_number}`
  if (withdrawn_at) return `withdrawn on ${dayIn(timeZone, withdrawn_at)}`
  return `valid until ${dayIn(timeZone, valid_until)}`
}

function lineOf(row: ListedQuoteRow, timeZone: string): string {
  return [
    row.number,
    dayIn(timeZone, row.created_at),
    stateOf(row, timeZone),
    formatMoney(row.total, row.currency).padStart(12),
    row.customer_email,
  ].join('  ')
}
