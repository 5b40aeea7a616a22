import type { ReactNode } from 'react'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { FieldError, Select } from '../../site/ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { FirstRows } from '../ui/first-rows.tsx'

type Sample = NonNullable<StatementRefusal['sample']>

type Props = {
  sample: Pick<Sample, 'header' | 'rows' | 'words' | 'readings'>
  chosen: { columns: string[] } & Record<'dates' | 'decimal' | 'unsigned' | 'out', string | null>
  /** Null if the file must be chosen again. */
  upload: string | null
  account: string
  newAccount?: string
  /** Headed by an element with the id "columns". */
  head: ReactNode
  error?: string | null
  /** Follows the button. */
  past?: ReactNode
}

const kinds = {
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

/** Shows a CSV's first rows and how they are read, for a person to correct. */
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
      {Object.entries(kinds).map(([column, word]) => (
        <option key={column} value={column}>
          {word}
        </option>
      ))}
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
      <Ways sample={sample} chosen={chosen} />
      <FirstRows readAs={columns} header={header} rows={rows} />
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
  dates: [
    ['dmy', 'Days come first'],
    ['mdy', 'Months come first'],
    ['ymd', 'Years come first'],
  ],
  decimal: [
    ['.', 'Points are decimals'],
    [',', 'Commas are decimals'],
  ],
  unsigned: [
    ['in', 'Without a sign it came in'],
    ['out', 'Without a sign it went out'],
  ],
} as const

const waysNames = { dates: 'Dates', decimal: 'Amounts', unsigned: 'In or out' }

/** What can be read in two ways shows both on a real cell, and nothing is chosen beforehand. */
function Ways({ sample: { words, readings }, chosen }: Pick<Props, 'sample' | 'chosen'>) {
  return (
    <div className="Ways">
      {(['dates', 'decimal', 'unsigned'] as const).map((of) => {
        const reading = readings.find((each) => each.of === of)
        if (of === 'unsigned' && !reading && !chosen[of]) return null
        const reads = (value: string) => reading?.ways.find((way) => way.value === value)?.reads
        return (
          <Select key={of} label={waysNames[of]} name={of} required defaultValue={chosen[of] ?? ''}>
            {!chosen[of] && <option value="">{reading ? `What is ${reading.text}?` : 'Choose'}</option>}
            {ways[of].map(([value, word]) => (
              <option key={value} value={value}>
                {reads(value) ? `${word}: ${reads(value)}` : word}
              </option>
            ))}
          </Select>
        )
      })}
      {words.length > 0 && (
        <Select label="Money out" name="out" defaultValue={chosen.out ?? ''}>
          <option value="">As the words say</option>
          {words.map((word) => (
            <option key={word} value={word}>
              {word} is money out
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
