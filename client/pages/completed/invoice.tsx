import type { DocumentContent } from '#shared/orders/invoice.ts'
import { type InvoiceText, invoiceText } from '#shared/orders/invoice-text.ts'
import type { OrderDocument } from '#shared/orders/orders.ts'
import { payToText } from '#shared/seller/transfer-facts.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { Icon } from '../../site/ui/icon.tsx'
import { Section } from '../../site/ui/section.tsx'
import { inReadingOrder, type Standing, standingOf } from './arrange-documents.ts'
import { InvoiceTable } from './invoice-table.tsx'

/** Each document prints on a separate sheet, black on white. */
export function Invoices({ documents }: { documents: OrderDocument[] }) {
  return (
    <Section className="section--tight" wrap="Invoices">
      {inReadingOrder(documents).map((document, index) => (
        <DocumentSheet
          key={document.number}
          {...document}
          standing={standingOf(document, documents)}
          printable={index === 0}
        />
      ))}
    </Section>
  )
}

type Props = {
  content: DocumentContent
  url: string
  eInvoiceUrl?: string | null
  standing?: Standing | null
  /** One button is enough, because printing prints all documents. */
  printable: boolean
}

export function DocumentSheet({ content, url, eInvoiceUrl, standing, printable }: Props) {
  const { apiBaseUrl } = useAppState().config
  const { title, status, parties, table, facts, foot, online } = invoiceText(content)
  return (
    <article className="Sheet Invoice" aria-labelledby={content.number}>
      <header className="Row Invoice-head">
        <div>
          <h2 id={content.number}>{title}</h2>
          <p>{status}</p>
          {standing && (
            <p>
              <strong>{standing.by}</strong> <span>{standing.means}</span>
            </p>
          )}
        </div>
        <div className="Form-actions NoPrint">
          {printable && (
            <button className="Button Button--quiet NeedsScript" type="button" onClick={() => window.print()}>
              <Icon name="print" />
              Print
            </button>
          )}
          <a className="TextLink" href={apiBaseUrl + url} aria-label={`Save as PDF, ${content.number}`}>
            Save as PDF
          </a>
          {eInvoiceUrl && (
            <a
              className="TextLink"
              href={apiBaseUrl + eInvoiceUrl}
              aria-label={`Save as e-invoice, ${content.number}`}
            >
              Save as e-invoice
            </a>
          )}
        </div>
      </header>
      <Parties parties={parties} />
      <InvoiceTable table={table} />
      <p className="Invoice-foot">{facts.length > 0 && !standing ? `${foot} ${payToText(facts)}` : foot}</p>
      {online && !standing && <p className="Invoice-foot PrintOnly">{online}</p>}
    </article>
  )
}

function Parties({ parties }: Pick<InvoiceText, 'parties'>) {
  return (
    <div className="Invoice-parties">
      {parties.map(({ heading, lines: [first, ...rest] }) => (
        <div key={heading}>
          <h3>{heading}</h3>
          <p>
            <strong>{first}</strong>
            <span>{rest.join('\n')}</span>
          </p>
        </div>
      ))}
    </div>
  )
}
