import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { bookBasisSchema } from '#shared/desk/books-answers.ts'
import { describeBooks } from '#shared/desk/books-words.ts'
import { plural } from '#shared/desk/count-words.ts'
import { bookKinds } from '#shared/desk/requests/books.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { taxCountry } from '#shared/pricing/tax.ts'
import { bookDays } from '../desk/books/book-days.ts'
import { sheets } from '../desk/books/csv.ts'
import { type BookFile, bookFiles } from '../desk/books/split-files.ts'
import { viewBooks } from '../desk/books/view-books.ts'
import { zipDocuments } from '../desk/books/zip-documents.ts'
import { choiceOf, readArguments, readValue, UsageError } from '../runtime/arguments.ts'
import { linesOf } from '../web/http/csv.ts'
import { type Command, flag, print, printCsv, textOptions } from './command.ts'
import { withShop } from './open.ts'

export const books: Command = {
  usage: `books [--from DAY] [--to DAY] [--basis accrual|cash] [--csv ${bookKinds.join('|')} [--out DIR]] [--zip FILE] [--json]`,
  summary:
    'Sums and tax of the documents as issued, as a tax return asks for them, this quarter unless told; or the documents as CSV. --out writes files of as many invoices as the program takes, named in order. --zip writes every document as a PDF.',
  async run(args) {
    const options = { json: flag, ...textOptions('from', 'to', 'basis', 'csv', 'out', 'zip') }
    const { values } = readArguments(args, options)
    const asked = {
      from: readValue(daySchema.optional(), values.from, '--from'),
      to: readValue(daySchema.optional(), values.to, '--to'),
    }
    const basis = choiceOf('--basis', values.basis ?? 'accrual', bookBasisSchema.options)
    const kind = choiceOf('--csv', values.csv, bookKinds)
    if (values.out !== undefined && !kind)
      throw new UsageError('--out needs --csv: it says which files to write.')
    return withShop(async ({ database, library, clock }) => {
      const {
        company: { timeZone },
        books: { accounts },
      } = library.typed.site
      const days = bookDays(asked, { timeZone, now: clock() })
      if (values.zip !== undefined) {
        const zip = zipDocuments(database, { days, accounts, now: clock() })
        await pipeline(zip, createWriteStream(values.zip))
        console.log(values.zip)
        return 0
      }
      if (kind) {
        if (values.out !== undefined)
          return writeFiles(values.out, await bookFiles(database, { kind, days, accounts }))
        const { columns, rows } = sheets[kind]
        return printCsv(columns, rows(database, days, accounts))
      }
      const view = await viewBooks(database, days, { basis, figure: 'g1' })
      return print(values.json, view, toText(view, library.typed.pricing))
    })
  },
}

async function writeFiles(dir: string, files: BookFile[]): Promise<number> {
  await mkdir(dir, { recursive: true })
  for (const { name, columns, rows } of files) {
    const path = join(dir, name)
    await writeFile(path, linesOf(columns, rows))
    console.log(path)
  }
  return 0
}

type View = Awaited<ReturnType<typeof viewBooks>>

function toText(view: View, { currency, tax }: Pick<Pricing, 'currency' | 'tax'>): string {
  const { from, to, basis, whole, sales, adjustments } = view
  const { documents } = view.behind.g1
  const money = (cents: number) => formatMoney(cents, currency)
  const line = (label: string, cents: number, dollars?: number) =>
    label.padEnd(24) + money(cents).padStart(16) + (dollars === undefined ? '' : `   write ${dollars}`)
  const by = basis === 'cash' ? 'cash: money as it came and went' : 'accrual: documents as issued'
  const head = `${from} to ${to}, ${by}, ${plural(documents, 'document')}`
  const made = (figure: string) => describeBooks({ basis, sales, adjustments }, { figure, currency })
  // Only businesses registered for Australian tax lodge an activity statement.
  if (!tax || taxCountry(tax) !== 'AU') {
    const hasTax = tax || view.behind['1a'].documents > 0
    const taxLines = hasTax ? [line(`${tax?.name ?? 'Tax'} on sales`, view['1a'])] : []
    return [head, line('Total sales', view.g1), ...taxLines, made('The total')].join('\n')
  }
  return [
    head,
    line('G1 Total sales', view.g1, whole.g1),
    line('G2 Sales abroad', view.g2, whole.g2),
    line('G3 Other GST-free', view.g3, whole.g3),
    line('1A GST on sales', view['1a'], whole['1a']),
    made('G1'),
  ].join('\n')
}
