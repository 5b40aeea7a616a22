import type { ReactNode } from 'react'
import { addDays, addMonths, type Day, formatDate } from '#shared/calendar/calendar.ts'
import type { Column, Decisions, Question } from '#shared/desk/statement-decisions.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { FieldError, Select } from '../../site/ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { FirstRows } from '../ui/first-rows.tsx'
import { Options } from '../ui/options.tsx'

type Props = {
  sample: Pick<Question, 'header' | 'rows' | 'words' | 'readings'>
  chosen: { columns: string[] } & { [Part in Exclude<keyof Decisions, 'columns'>]?: Decisions[Part] | null }
  /** Null if the file must be chosen again. */
  upload: string | null
  account: string
  newAccount?: string
  /** Contains a heading with the id "columns". */
  head: ReactNode
  error?: string | null
  /** Shown after the button. */
  past?: ReactNode
}

const kinds: Record<Column, string> = {
  date: 'Date',
  value_date: 'Date, if the other is empty',
  text: 'Text',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  direction: 'Says in or out',
  balance: 'Balance',
  currency: 'Currency',
  status: 'Pending or not',
  ignore: 'Not used',
}

/** Shows a CSV's first rows with the guessed columns, for a person to correct. */
export function ColumnsForm({ sample, chosen, upload, account, newAccount = '', head, error, past }: Props) {
  const { header, rows } = sample
  const width = Math.max(...[header ?? [], ...rows].map((row) => row.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
  const columns = indexes.map((index) => (
    <select
      key={index}
      className="Field-input"
      name="column"
      aria-label={`Column ${index + 1}`}
      defaultValue={chosen.columns[index] ?? 'ignore'}
    >
      <Options of={Object.entries(kinds)} />
    </select>
  ))
  return (
    <form
      className="Sheet"
      method="post"
      encType="multipart/form-data"
      action={deskRoutes.statement}
      aria-labelledby="columns"
    >
      {head}
      {error && <FieldError id="columns-error" error={error} />}
      <FormatChoices sample={sample} chosen={chosen} />
      <FirstRows readAs={columns} header={header} rows={rows} />
      <input
        type="hidden"
        name="shown"
        value={[chosen.encoding, chosen.delimiter, chosen.header].join(' ')}
      />
      <input type="hidden" name="account" value={account} />
      <input type="hidden" name="newAccount" value={newAccount} />
      <FileField upload={upload} label="Choose the file once more" hint="It isn’t kept here." />
      <div className="ActForm-go">
        <Button>Read the lines</Button>
        {past}
      </div>
    </form>
  )
}

const ways = {
  encoding: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16, high byte first',
    macintosh: 'Macintosh',
    'windows-1252': 'Western Europe',
    'iso-8859-15': 'Western Europe, ISO',
    'windows-1254': 'Turkish',
    'windows-1250': 'Central Europe',
    'iso-8859-2': 'Central Europe, ISO',
    'windows-1257': 'Baltic',
    'windows-1251': 'Cyrillic',
    'windows-1253': 'Greek',
    shift_jis: 'Japanese',
    'euc-kr': 'Korean',
    gb18030: 'Chinese, simplified',
    big5: 'Chinese, traditional',
  },
  delimiter: { comma: 'Commas', semicolon: 'Semicolons', tab: 'Tabs', pipe: 'Vertical bars' },
  header: { yes: 'The first row names the columns', no: 'The first row is one like the others' },
  dates: { dmy: 'Days come first', mdy: 'Months come first', ymd: 'Years come first' },
  decimal: { '.': 'Points are decimals', ',': 'Commas are decimals' },
  unsigned: { in: 'Without a sign it came in', out: 'Without a sign it went out' },
} satisfies { [Part in keyof Decisions]?: Record<string, string> }

const asFile = 'As the file says'

function wordsOf({ encoding, delimiter, header }: Props['chosen']): string {
  if (!encoding || !delimiter || !header) return ''
  const cells = `Between cells: ${ways.delimiter[delimiter].toLowerCase()}.`
  return `Encoding: ${ways.encoding[encoding]}. ${cells} ${ways.header[header]}.`
}

/** The most common currencies of accounts. */
const currencies =
  'AED AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY TWD USD VND ZAR'

/** Shows ambiguous formats by a real cell, and leaves the choice open. */
function FormatChoices({ sample: { words, readings }, chosen }: Pick<Props, 'sample' | 'chosen'>) {
  const { until, currency } = chosen
  const openYears = readings.find(({ of }) => of === 'until')?.ways.map(({ value }) => value)
  const years = openYears ?? (until ? [-12, 0, 12].map((months) => addMonths(until, months)) : [])
  const codes = [...new Set([...currencies.split(' '), ...(currency ? [currency] : [])])]
  return (
    <>
      <div className="Ways">
        {toSelect('dates', 'Dates', ways.dates)}
        {years.length > 0 && toSelect('until', 'Years', namesOf(years, nameEnd))}
        {toSelect('decimal', 'Amounts', ways.decimal)}
        {toSelect('currency', 'Currency', namesOf(codes), 'As rows say, or yours')}
        {(chosen.unsigned || readings.some(({ of }) => of === 'unsigned')) &&
          toSelect('unsigned', 'In or out', ways.unsigned)}
        {words.length > 0 && toSelect('out', 'Money out', namesOf(words, nameOut), 'As the words say')}
      </div>
      <details open={chosen.columns.length === 0}>
        <summary>{wordsOf(chosen)} Is it written otherwise?</summary>
        <div className="Ways">
          {toSelect('encoding', 'Encoding', ways.encoding, asFile)}
          {toSelect('delimiter', 'Between cells', ways.delimiter, asFile)}
          {toSelect('header', 'Header', ways.header, asFile)}
        </div>
      </details>
    </>
  )

  /** @param emptyLabel the label of the empty option; without it a choice is required */
  function toSelect(
    of: Exclude<keyof Decisions, 'columns'>,
    label: string,
    names: Record<string, string>,
    emptyLabel?: string,
  ) {
    const reading = readings.find((each) => each.of === of)
    const none = emptyLabel ?? (chosen[of] ? undefined : reading ? `What is ${reading.text}?` : 'Choose')
    const nameWay = ([value, word]: [string, string]) => {
      const reads = reading?.ways.find((way) => way.value === value)?.reads
      return [value, reads ? `${word}: ${reads}` : word] as const
    }
    return (
      <Select label={label} name={of} required={emptyLabel === undefined} defaultValue={chosen[of] ?? ''}>
        {none && <option value="">{none}</option>}
        <Options of={Object.entries(names).map(nameWay)} />
      </Select>
    )
  }
}

const nameEnd = (end: string) => `Before ${formatDate(addDays(end as Day, 1))}`
const nameOut = (word: string) => `${word} is money out`
const namesOf = (values: string[], name = (value: string) => value) =>
  Object.fromEntries(values.map((value) => [value, name(value)]))
