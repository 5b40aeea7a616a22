import { dayIn } from '#shared/calendar/calendar.ts'
import { stateInText } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { quotesApi } from '../desk/quotes/api.ts'
import { readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import type { QuoteRow } from '../runtime/db/rows/quotes.ts'
import { shownEmail } from '../runtime/shown-email.ts'
import { findQuoteByName, type ListedQuoteRow, listQuotes, showListed } from '../shop/quotes/list-quotes.ts'
import { quoteUsed, statusOf } from '../shop/quotes/quotes.ts'
import { viewQuote } from '../shop/quotes/view-quote.ts'
import { type Command, flag, limit, print, text } from './command.ts'
import { commandsOf, type Subject } from './from-endpoints.ts'
import { withShop } from './open.ts'

const subject: Subject<QuoteRow & ListedQuoteRow> = {
  word: 'QUOTE',
  async find({ database: { db } }, name) {
    if (!name) throw new UsageError('Which quote? Give its number, such as Q-000012, or its id.')
    const quote = await findQuoteByName(db, name)
    if (!quote) throw new Error(`There is no quote ${name}.`)
    return quote
  },
  toJson: showWithBuyer,
  toText: (row, { clock }, verb) =>
    verb === 'resend'
      ? `Quote ${row.number} is on its way again.`
      : `Quote ${row.number} is ${stateInText(statusOf(row, clock()))}.`,
}

export const quotes = {
  list: {
    usage: 'quotes list [--email ADDRESS] [--q TEXT] [--limit N] [--json]',
    summary:
      'Lists quotes, the latest first; 50 unless told. --q finds a part of number, name, company, email or purchase order.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, email: text, q: text, limit })
      const filter = { email: values.email, text: values.q, limit: wholeNumber('--limit', values.limit) }
      return withShop(async ({ database, library }) => {
        const rows = await listQuotes(database.db, filter)
        const { timeZone } = library.typed.site.company
        const lines = rows.map((row) => lineOf(row, timeZone))
        return print(values.json, rows.map(showWithBuyer), lines.join('\n') || 'No quotes.')
      })
    },
  },
  show: {
    usage: 'quotes show QUOTE [--json]',
    summary:
      'Shows one quote with its lines, and the link that opens and orders it. QUOTE is an id or a number.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withShop(async (shop) => {
        const row = await subject.find(shop, positionals[0])
        const { lines, discount, tax, link } = (await viewQuote(shop, row)).quote
        const shown = { ...showWithBuyer(row), lines, discount, tax, link }
        const { timeZone } = shop.library.typed.site.company
        const text = [
          lineOf(row, timeZone),
          `  ${[row.customer_name, row.company_name, row.purchase_order && `PO ${row.purchase_order}`].filter(Boolean).join(', ')}`,
          ...lines.map(({ qty, sku, amount }) => `  ${qty} × ${sku}  ${formatMoney(amount, row.currency)}`),
          `  ${link}`,
        ]
        return print(values.json, shown, text.join('\n'))
      })
    },
  },
  ...commandsOf(quotesApi, subject, {
    withdraw: {
      isFinal: true,
      async plan(quote, { database: { db } }) {
        if (quote.order_id) throw await quoteUsed(db, quote)
        return `withdraw quote ${quote.number}, and tell ${quote.customer_email}`
      },
    },
  }),
} satisfies Record<string, Command>

function showWithBuyer(row: ListedQuoteRow) {
  const customer = {
    name: row.customer_name,
    email: shownEmail(row.customer_email),
    companyName: row.company_name,
  }
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
    shownEmail(row.customer_email),
  ].join('  ')
}
