import { formatMoney } from '#shared/money.ts'
import type { Order } from './order.ts'

/** Orders from outside Australia carry no GST. */
export function InvoiceTable({ order }: { order: Order }) {
  const { lines, total, tax, currency } = order
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <table className="Invoice-table">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Qty</th>
          <th scope="col" className="Invoice-opt">
            Price
          </th>
          <th scope="col" className="Invoice-opt">
            GST
          </th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.sku}>
            <td>{`${line.name} licence`}</td>
            <td>{line.qty}</td>
            <td className="Invoice-opt">{money(line.unitAmount)}</td>
            <td className="Invoice-opt">{money(line.tax)}</td>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {tax > 0 && (
          <>
            <Sum label="Before GST" amount={money(total - tax)} />
            <Sum label="GST, 10%" amount={money(tax)} />
          </>
        )}
        <Sum label={`Total, ${currency}`} amount={money(total)} />
      </tfoot>
    </table>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td />
      <td className="Invoice-opt" />
      <td className="Invoice-opt" />
      <td>{amount}</td>
    </tr>
  )
}
