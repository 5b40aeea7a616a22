import type { ReactNode } from 'react'
import { Address } from './address.tsx'

/** On a phone each row is a block, and `kind` places its columns. */
export type Column = {
  label: string
  kind?: 'main' | 'who' | 'date' | 'state' | 'num' | 'num opt' | 'sum' | 'opt' | 'act' | 'text' | 'ord'
  /** Only screen readers get the label. */
  hidden?: true
  /** Leads to the list in the order of this column. */
  sort?: SortLink | undefined
}

/** @property direction that of the list now, if this column sorts it */
export type SortLink = { href?: string; direction: 'ascending' | 'descending' | undefined }

export type RowOf = { key: string; cells: ReactNode[]; className?: string; isCurrent?: boolean }

type Props = {
  /** A column that is false isn't shown, nor are its cells. */
  columns: readonly (Column | false)[]
  rows: readonly RowOf[]
  /** Rows are links, which `j` and `k` walk. */
  list?: boolean
  /** Stays a table on a phone. */
  tight?: boolean
  /** Names the table if no heading does. */
  label?: string
}

/** The explicit roles survive when a phone shows rows as blocks. */
export function Rows({ columns, rows, list = false, tight = false, label }: Props) {
  const shown = columns.flatMap((column, index) => (column ? { ...column, index } : []))
  const className = ['Rows', list && 'Rows--list', tight && 'Rows--tight'].filter(Boolean).join(' ')
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS changes `display`, which would take the roles away
    // biome-ignore-start lint/a11y/useSemanticElements: the same
    <table className={className} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {shown.map(({ label, kind, hidden, sort }) => (
            <th key={label} className={kind} role="columnheader" scope="col" aria-sort={sort?.direction}>
              {sort?.href ? (
                <a href={sort.href}>{label}</a>
              ) : hidden ? (
                <span className="vh">{label}</span>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells, className, isCurrent }) => (
          <tr key={key} className={className} role="row" data-lit={isCurrent ? '' : undefined}>
            {shown.map(({ label, kind, index }) => (
              <td
                key={label}
                className={kind}
                role="cell"
                data-l={label}
                translate={isFigure(kind) ? 'no' : undefined}
              >
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: the same
    // biome-ignore-end lint/a11y/noRedundantRoles: CSS changes `display`, which would take the roles away
  )
}

/** A browser's translator leaves figures as they are. */
function isFigure(kind: Column['kind']): boolean {
  return kind === 'sum' || kind === 'num' || kind === 'num opt' || kind === 'ord'
}

export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="TwoLines">
      <b>{first}</b>
      {second && (
        <small className="addr">{typeof second === 'string' ? <Address>{second}</Address> : second}</small>
      )}
    </span>
  )
}
