import type { ReactNode } from 'react'

type Props = {
  /** The meaning of each column. */
  readAs: readonly ReactNode[]
  /** The names of the columns in the file. */
  header: readonly string[] | null
  rows: readonly (readonly string[])[]
}

/** Shows how an uploaded file was read. */
export function FirstRows({ readAs, header, rows }: Props) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: a file's columns and rows may be equal, and they keep their order
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard, too
    <section className="Cols" tabIndex={0} aria-label="First rows">
      <table>
        <thead>
          <tr>
            {readAs.map((each, index) => (
              <th key={index} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="mono">
          {header && (
            <tr>
              {readAs.map((_, index) => (
                <th key={index} scope="col">
                  {header[index]}
                </th>
              ))}
            </tr>
          )}
          {rows.map((row, place) => (
            <tr key={place}>
              {readAs.map((_, index) => (
                <td key={index}>{row[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
  // biome-ignore-end lint/suspicious/noArrayIndexKey: a file's columns and rows may be equal, and they keep their order
}
