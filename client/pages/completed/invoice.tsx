import { formatDate } from '#shared/dates.ts'
import { useAppState } from '../../app-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import type { Order } from './order.ts'

type Props = { order: Order; invoice: NonNullable<Order['invoice']> }

/** Prints alone, black on white. */
export function Invoice({ order, invoice }: Props) {
  const { paidAt, tax } = order
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap">
        <article className="Sheet Invoice" aria-labelledby="invoice">
          <header className="Invoice-head">
            <div>
              <h2 className="Invoice-title" id="invoice">
                {tax > 0 ? 'Tax invoice' : 'Invoice'}
              </h2>
              {paidAt && <p>{`Paid in full, ${formatDate(paidAt)}`}</p>}
            </div>
            <div className="Form-actions NoPrint">
              <button className="Button Button--quiet" type="button" onClick={() => window.print()}>
                <Icon name="print" />
                Print
              </button>
              <a className="TextLink" href={invoice.url}>
                Save as PDF
              </a>
            </div>
          </header>
          <Parties order={order} invoice={invoice} />
          <InvoiceTable order={order} />
          {tax > 0 && <p className="Invoice-foot">Prices include GST.</p>}
        </article>
      </div>
    </section>
  )
}

function Parties({ order: { customer }, invoice }: Props) {
  const { company } = useAppState().site
  return (
    <div className="Invoice-parties">
      <div>
        <h3>From</h3>
        <p>
          <strong>{company.name}</strong>
          <br />
          {`ABN ${company.abn}`}
        </p>
      </div>
      <div>
        <h3>To</h3>
        <p>
          <strong>{customer.companyName ?? customer.name}</strong>
          <br />
          {customer.abn && (
            <>
              {`ABN ${customer.abn}`}
              <br />
            </>
          )}
          {customer.email}
        </p>
      </div>
      <div>
        <h3>Invoice</h3>
        <p>
          <strong className="num">{invoice.number}</strong>
          <br />
          {formatDate(invoice.issuedAt)}
        </p>
      </div>
    </div>
  )
}
