import type { Statement } from '#shared/desk/statement-answers.ts'
import { ColumnsForm } from './columns-form.tsx'

/** After a CSV was read. Lines keep no cells, so the file comes once more. */
export function CorrectColumns({
  statement: { account, decisions, decided, sample },
}: {
  statement: Statement
}) {
  if (!decisions || !sample) return null
  const said = decisions.columns.indexOf('direction')
  const words = new Set(sample.rows.map((row) => row[said] ?? '').filter(Boolean))
  return (
    <details className="Columns">
      <summary data-row>Wrong columns? Correct them</summary>
      <ColumnsForm
        sample={{ ...sample, words: [...words], readings: [] }}
        upload={null}
        chosen={decisions}
        account={account}
        head={
          <div className="Block-head">
            <h2 id="columns">{decided.join(' ')}</h2>
            <p>Choosing otherwise reads the file anew. What is booked already stays booked.</p>
          </div>
        }
      />
    </details>
  )
}
