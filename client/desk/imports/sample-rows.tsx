import type { Import } from '#shared/desk/import-answers.ts'
import { type ImportField, importFields } from '#shared/desk/import-fields.ts'

/** The first five rows, with what each column is read as. */
export function SampleRows({ read: { header, sample, columns, unread } }: { read: Import }) {
  const fieldOf = (column: string) => {
    const [field] = Object.entries(columns).find(([, names]) => names?.includes(column)) ?? []
    if (field) return importFields[field as ImportField]
    // A shop's columns of yes or no say the status.
    return column === '' || unread.includes(column) ? 'Not used' : importFields.status
  }
  return (
    <div className="Block">
      <h2>The first rows</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard too */}
      <section className="Cols" tabIndex={0} aria-label="First rows">
        <table>
          <thead>
            <tr>
              {header.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have equal names, and keep their order
                <th key={index} scope="col">
                  {fieldOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="mono">
            <tr>
              {header.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
            {sample.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be equal, and keep their order
              <tr key={place}>
                {header.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same
                  <td key={index}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
