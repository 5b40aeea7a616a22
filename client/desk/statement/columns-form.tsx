import type { ReactNode } from 'react'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { FieldError, TextField } from '../../site/ui/field.tsx'

type Props = {
  sample: Omit<NonNullable<StatementRefusal['sample']>, 'guess'>
  chosen: string[]
  account: string
  /** Headed by an element with the id "columns". */
  head: ReactNode
  error?: string | null
  /** Follows the button. */
  past?: ReactNode
}

const words = {
  date: 'Date',
  text: 'Text',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  currency: 'Currency',
  status: 'Pending or not',
  ignore: 'Not used',
}

/** Shows a CSV's first rows with what its columns are, for a person to correct. */
export function ColumnsForm({ sample, chosen, account, head, error, past }: Props) {
  const { header, rows, file } = sample
  const width = Math.max(...[header ?? [], ...rows].map((row) => row.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard too */}
      <section className="Cols" tabIndex={0} aria-label="First rows">
        <table>
          <thead>
            <tr>
              {indexes.map((index) => (
                <th key={index} scope="col">
                  <select
                    className="Field-input"
                    name="column"
                    aria-label={`Column ${index + 1}`}
                    defaultValue={chosen[index] ?? 'ignore'}
                  >
                    {Object.entries(words).map(([column, word]) => (
                      <option key={column} value={column}>
                        {word}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="mono">
            {header && (
              <tr>
                {indexes.map((index) => (
                  <th key={index} scope="col">
                    {header[index]}
                  </th>
                ))}
              </tr>
            )}
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be equal, and keep their order
              <tr key={place}>
                {indexes.map((index) => (
                  <td key={index}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <input type="hidden" name="account" value={account} />
      {file === null ? (
        <TextField
          label="Choose the file once more"
          hint="It isn’t kept here."
          type="file"
          name="file"
          required
          className="DropField"
        />
      ) : (
        <input type="hidden" name="kept" value={file} />
      )}
      <div className="ActForm-go">
        <Button>Read the lines</Button>
        {past}
      </div>
    </form>
  )
}
