import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { plural } from '#shared/desk/count-words.ts'
import {
  type ImportField,
  type ImportSource,
  importFieldNames,
  importFields,
  importSourceNames,
  wordColumns,
} from '#shared/desk/import-fields.ts'
import { dateOrders } from '#shared/desk/statement-decisions.ts'
import type { Product } from '#shared/pricing/pricing.ts'
import { checkImport, type ImportContext, type Preview } from '../licences/import/check-import.ts'
import { type Choices, recallChoices, toReading } from '../licences/import/choices.ts'
import { openImport } from '../licences/import/imports.ts'
import { listUnread, nameColumns } from '../licences/import/map-columns.ts'
import { type Survey, surveyFile } from '../licences/import/read-csv.ts'
import { type Fault, guessSku, twoWays } from '../licences/import/read-row.ts'
import { runImport } from '../licences/import/run-import.ts'
import { choiceOf, readArguments, UsageError } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { type Command, flag, quote, text, texts } from './command.ts'
import { withShop } from './open.ts'

export const importLicences: Command = {
  usage:
    'import FILE [--from edd|gumroad|lemonsqueezy|paddle|fastspring|keygen] [--map COLUMN=FIELD,…] [--product NAME=SKU]… [--dates dmy|mdy|ymd] [--for-good] [--dry-run] [--mail] [--json]',
  summary:
    'Brings licences of another shop along, from its CSV; their old keys go on working. Says which rows are new, known or refused, and why; --dry-run does no more. --for-good gives updates without an end to rows that name none, else they get their plan’s months from the purchase. The same file twice changes nothing. --mail tells the customers.',
  async run(args) {
    const known = {
      json: flag,
      mail: flag,
      'for-good': { type: 'boolean' },
      'dry-run': flag,
      from: text,
      map: texts,
      product: texts,
      dates: text,
    } as const
    const { values, positionals } = readArguments(args, known, 1)
    const [file] = positionals
    if (!file) throw new UsageError(`Which file? npm run admin -- ${importLicences.usage}`)
    const said = {
      from: choiceOf('--from', values.from, importSourceNames),
      map: values.map?.flatMap((list) => list.split(',')).map(readColumn),
      products: values.product?.map(readProduct),
      dates: choiceOf('--dates', values.dates, dateOrders),
      forGood: values['for-good'],
      mail: values.mail,
    }
    const open = () => createReadStream(file)
    return withShop(async (shop) => {
      const survey = await surveyFile(open)
      const choices = decide(await recallChoices(shop.database.db, survey.header), said)
      const tell = (faults: Fault[]) => {
        if (!values.json) for (const fault of faults) console.log(toText(fault))
      }
      const preview = await checkImport(shop, { survey, choices, open, onFaults: tell })
      const isDry = values['dry-run']
      const done =
        isDry || preview.fresh + preview.completed === 0
          ? null
          : await doImport(shop, { name: basename(file), survey, choices, preview, who: commandLine }, open)
      if (values.json) console.log(JSON.stringify({ ...choices, ...preview, done }, null, 2))
      else {
        const { products } = shop.library.typed.pricing
        for (const told of tellColumns(survey, choices, preview)) console.log(told)
        for (const hint of hintsOf(preview, choices, { header: survey.header, products })) console.log(hint)
        console.log(summarise(preview, choices, done))
      }
      return preview.refused > 0 ? 1 : 0
    })
  },
}

type Done = { id: string; created: number; known: number; refused: number; mailed: number }

async function doImport(
  shop: ImportContext & { outbox: { nudge(): void } },
  asked: Parameters<typeof openImport>[1],
  open: () => AsyncIterable<Uint8Array>,
): Promise<Done> {
  const id = await openImport(shop, asked)
  const { created, known, refused, mailed } = await runImport(shop, id, { open })
  if (mailed > 0) shop.outbox.nudge()
  return { id, created, known, refused, mailed }
}

type ImportOptions = {
  from: ImportSource | undefined
  map: (readonly [ImportField, string])[] | undefined
  products: (readonly [string, string])[] | undefined
  dates: Choices['dates'] | undefined
  forGood: boolean | undefined
  mail: boolean
}

/** Options override remembered choices, except for another shop, whose columns differ. */
function decide(remembered: Choices, { from, map, products, dates, forGood, mail }: ImportOptions): Choices {
  const base = from && from !== remembered.from ? { ...remembered, from, map: {} } : remembered
  return {
    from: base.from,
    map: { ...base.map, ...Object.fromEntries(map ?? []) },
    products: { ...base.products, ...Object.fromEntries(products ?? []) },
    dates: dates ?? base.dates,
    forGood: forGood ?? base.forGood,
    mail,
  }
}

/** Parses "Serial number=key", split at the last =. "=note" leaves the field out. */
function readColumn(text: string): readonly [ImportField, string] {
  const at = text.lastIndexOf('=')
  const field = text.slice(at + 1).trim()
  if (at >= 0) return [choiceOf('--map', field, importFieldNames), text.slice(0, at).trim()]
  throw new UsageError(
    `--map: "${text}" names no field, as in "Serial number=key": ${importFieldNames.join(', ')}.`,
  )
}

/** Parses "Pro (5 seats)=studio"; "Sticker=" leaves a product's rows out. */
function readProduct(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=')
  if (at >= 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  throw new UsageError(`--product: "${text}" names no product of ours, as in "Pro (5 seats)=studio".`)
}

function toText({ line, field, detail }: Fault): string {
  return `Line ${line}${field ? `, ${importFields[field]}` : ''}: ${detail}`
}

/** Lists the columns, since an unread column looks like an empty one. */
function tellColumns({ header }: Survey, choices: Choices, { undated }: Preview): string[] {
  const reading = toReading({ header }, choices)
  const named = Object.entries(nameColumns(header, reading.columns)) as [ImportField, string[]][]
  const flags = reading.flags.flatMap(({ place }) => header[place] ?? [])
  const read = named.map(([field, columns]) => `${importFields[field]} (${wordColumns(columns)})`)
  if (flags.length > 0) read.push(`${importFields.status} (${flags.join(', ')})`)
  const unread = listUnread(header, reading)
  const bought = `${plural(undated, 'new licence')} ${undated === 1 ? 'counts' : 'count'} as bought today`
  return [
    `Read: ${read.join(', ') || 'no column'}.`,
    ...(unread.length > 0 ? [`Not read: ${unread.join(', ')}.`] : []),
    ...(undated > 0 && reading.columns.bought === undefined
      ? [`No column says when it was bought, so ${bought}. Is there one? Say --map "COLUMN=bought".`]
      : undated > 0
        ? [`${bought}, because no day of purchase stands in the row.`]
        : []),
  ]
}

/** Names the options that would fix refused rows. */
function hintsOf(
  { products, refused, faults }: Preview,
  choices: Choices,
  { header, products: sold }: { header: string[]; products: readonly Product[] },
): string[] {
  if (refused === 0) return []
  const { columns } = toReading({ header }, choices)
  const open = needed.filter((fields) => fields.every((field) => columns[field] === undefined))
  const skus = sold.map(({ sku }) => sku).join('|')
  const unknown = products.filter(
    ({ name }) => name !== '' && choices.products[name] === undefined && guessSku(name, sold) === undefined,
  )
  return [
    ...open.map(
      ([field = 'email']) =>
        `Which column is ${importFields[field]}? Say --map "COLUMN=${field}", of ${header.filter(Boolean).join(', ')}.`,
    ),
    ...unknown
      .slice(0, mostHints)
      .map(
        ({ name, rows }) =>
          `What is “${name}”, in ${plural(rows, 'row')}? Say --product ${quote(`${name}=${skus}`)}, or ${quote(`${name}=`)} to leave them out.`,
      ),
    ...(faults.some(({ detail }) => detail.includes(twoWays)) ? ['Say --dates dmy, or --dates mdy.'] : []),
  ]
}

const needed: ImportField[][] = [['email'], ['product'], ['key', 'order']]
const mostHints = 20

function summarise(preview: Preview, { mail }: Choices, done: Done | null): string {
  const { rows, fresh, ended, known, completed, refused } = preview
  const over = ended === 0 ? '' : ` Updates are over for ${ended} of the new ones.`
  const old =
    completed === 0 ? '' : ` Of the known ones, ${completed} get the old key that they came without.`
  const found = `${plural(rows, 'row')}: ${fresh} new, ${known} known, ${refused} refused.${over}${old}`
  if (!done)
    return fresh + completed === 0
      ? `${found} Nothing was changed.`
      : `${found} Nothing was changed, because of --dry-run.`
  const mails = mail ? ` ${plural(done.mailed, 'mail')} will leave, one a second.` : ' Nobody is mailed.'
  return `${found}\n${plural(done.created, 'licence')} imported.${mails}`
}
