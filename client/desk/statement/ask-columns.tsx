import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { ColumnsForm } from './columns-form.tsx'

type Props = { refusal: StatementRefusal; sample: NonNullable<StatementRefusal['sample']> }

/** Before a file is read that nobody confirmed, or that leaves something open. */
export function AskColumns({ refusal, sample }: Props) {
  const { guess, dates, decimal, unsigned, out, readings } = sample
  const { column, account, newAccount } = refusal.values
  const isOpen = !guess || readings.length > 0
  return (
    <ColumnsForm
      sample={sample}
      chosen={{ columns: column ? [column].flat() : (guess ?? []), dates, decimal, unsigned, out }}
      upload={refusal.upload}
      account={String(account)}
      newAccount={String(newAccount)}
      error={column || isOpen || refusal.detail !== question ? refusal.detail : null}
      head={
        <div className="Block-head">
          <h2 id="columns">{question}</h2>
          <p>
            {isOpen ? 'The rows don’t tell.' : 'As all rows tell.'} Kept for this account’s next file of the
            same layout once you book.
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

const question = 'Are these the columns?'
