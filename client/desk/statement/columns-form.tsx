import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Progress } from './progress.tsx'

type Props = {
  refusal: StatementRefusal
  sample: NonNullable<StatementRefusal['sample']>
  account: string
}

const words = {
  date: 'Date',
  text: 'Text',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  ignore: 'Not used',
}

/** Shows a CSV's first rows, with guesses for the columns. */
export function ColumnsForm({ refusal, sample: { rows, guess, file }, account }: Props) {
  const chosen = refusal.values.column ? [refusal.values.column].flat() : (guess ?? [])
  const indexes = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, index) => index)
  return (
    <form
      className="Sheet"
      method="post"
      encType="multipart/form-data"
      action={deskRoutes.statement}
      aria-labelledby="columns"
      data-upload
    >
      <div className="Block-head">
        <h2 id="columns">Are these the columns?</h2>
        <p>
          {guess ? 'Guessed from the first rows.' : 'Nobody can tell from the first rows.'} Kept for this
          account once you book.
        </p>
      </div>
      {refusal.values.column && <FieldError id="columns-error" error={refusal.detail} />}
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
          hint="It’s too large to be kept meanwhile."
          type="file"
          name="file"
          required
          className="DropField"
        />
      ) : (
        <input type="hidden" name="kept" value={file} />
      )}
      <div className="Deed-go">
        <Button>Read the lines</Button>
        <a className="TextLink" href={deskRoutes.statement} data-past>
          Another file
        </a>
        <Progress />
      </div>
    </form>
  )
}
