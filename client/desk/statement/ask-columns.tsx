import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { ColumnsForm } from './columns-form.tsx'

type Props = {
  refusal: StatementRefusal
  sample: NonNullable<StatementRefusal['sample']>
  account: string
}

/** Before a file is read whose columns are only guessed, or unknown. */
export function AskColumns({ refusal, sample, account }: Props) {
  const { guess } = sample
  const { column } = refusal.values
  return (
    <ColumnsForm
      sample={sample}
      chosen={column ? [column].flat() : (guess ?? [])}
      account={account}
      error={column ? refusal.detail : null}
      head={
        <div className="Block-head">
          <h2 id="columns">Are these the columns?</h2>
          <p>
            {guess ? 'Guessed from the first rows.' : 'Nobody can tell from the first rows.'} Kept for this
            account’s next file of the same layout once you book.
          </p>
        </div>
      }
      past={
        <a className="TextLink" href={deskRoutes.statement} data-past>
          Another file
        </a>
      }
    />
  )
}
