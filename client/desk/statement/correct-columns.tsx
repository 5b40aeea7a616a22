import type { Statement } from '#shared/desk/statement-answers.ts'
import { ColumnsForm } from './columns-form.tsx'

/** After a CSV was read. Lines keep no cells, so the file comes once more. */
export function CorrectColumns({ statement: { account, columns, sample } }: { statement: Statement }) {
  if (!columns || !sample) return null
  return (
    <details className="Columns">
      <summary data-row>Wrong columns? Correct them</summary>
      <ColumnsForm
        sample={{ ...sample, file: null }}
        chosen={columns}
        account={account}
        head={
          <div className="Block-head">
            <h2 id="columns">The columns of this file</h2>
            <p>Reads the file anew. What is booked already stays booked.</p>
          </div>
        }
      />
    </details>
  )
}
