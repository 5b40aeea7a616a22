import type { InvoiceText } from '#shared/orders/invoice-text.ts'

export function InvoiceTable({ table: { columns, rows, sums } }: Pick<InvoiceText, 'table'>) {
  const className = (column: number) => (columns[column]?.optional ? 'Invoice-opt' : undefined)
  return (
    <table className="Invoice-table">
      <thead>
        <tr>
          {columns.map(({ label }, column) => (
            <th key={label} scope="col" className={className(column)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes
          <tr key={row}>
            {columns.map(({ label }, column) => (
              <td key={label} className={className(column)} translate={column > 0 ? 'no' : undefined}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.slice(1, -1).map((column, index) => (
              <td key={column.label} className={className(index + 1)} />
            ))}
            <td translate="no">{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
