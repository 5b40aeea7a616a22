import type { ReactNode } from 'react'
import { Address } from './address.tsx'
import { Nothing } from './older.tsx'

/** The place of a column if a phone shows each row as a block. The label of `act` is only for screen readers. */
type Kind = 'main' | 'who' | 'date' | 'state' | 'num' | 'num opt' | 'sum' | 'opt' | 'act' | 'text' | 'ord'

/** Columns by label. `true` means no kind; a false column isn't shown, nor are its cells. */
export type Columns = Readonly<Record<string, Kind | boolean>>

/** @property direction the list's current direction, if this column sorts it */
export type SortLink = { href?: string; direction: 'ascending' | 'descending' | undefined }

export type RowOf = {
  key: string
  cells: ReactNode[]
  /** The address that the main cell links to. */
  href?: string
  className?: string
  isCurrent?: boolean
}

type Props = {
  columns: Columns
  /** Links that sort the list, by the column's label. */
  sorts?: Readonly<Record<string, SortLink>>
  rows: readonly RowOf[]
  /** The cells of a last row with the sums. */
  sum?: ReactNode[]
  /** Shown instead of a table without rows. */
  none?: string
  /** Rows are links, which `j` and `k` reach. */
  list?: boolean
  /** Keeps the table layout on a phone. */
  tight?: boolean
  /** The table's accessible name, if no heading names it. */
  label?: string
}

/** Has explicit roles, which survive when a phone shows rows as blocks. */
export function Rows({ columns, sorts = {}, rows, sum, none, list = false, tight = false, label }: Props) {
  if (none !== undefined && rows.length === 0) return <Nothing>{none}</Nothing>
  const all = sum ? [...rows, { key: 'sum', className: 'is-sum', cells: sum }] : rows
  const shown = Object.entries(columns).flatMap(([label, kind], index) =>
    kind ? { label, kind: kind === true ? undefined : kind, sort: sorts[label], index } : [],
  )
  const className = ['Rows', list && 'Rows--list', tight && 'Rows--tight'].filter(Boolean).join(' ')
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS changes `display`, which would take the roles away
    // biome-ignore-start lint/a11y/useSemanticElements: the same
    <table className={className} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {shown.map(({ label, kind, sort }) => (
            <th key={label} className={kind} role="columnheader" scope="col" aria-sort={sort?.direction}>
              {sort?.href ? (
                <a href={sort.href}>{label}</a>
              ) : kind === 'act' ? (
                <span className="vh">{label}</span>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {all.map(({ key, cells, href, className, isCurrent }: RowOf) => (
          <tr key={key} className={className} role="row" data-lit={isCurrent ? '' : undefined}>
            {shown.map(({ label, kind, index }) => (
              <td
                key={label}
                className={kind}
                role="cell"
                data-l={label}
                translate={isFigure(kind) ? 'no' : undefined}
              >
                {href && kind === 'main' ? (
                  <a data-row href={href}>
                    {cells[index]}
                  </a>
                ) : (
                  cells[index]
                )}
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

/** Browsers' translators must leave figures alone. */
function isFigure(kind: Kind | undefined): boolean {
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
