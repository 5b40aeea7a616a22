import { formatDate } from '#shared/calendar/calendar.ts'
import type { BooksAnswer } from '#shared/desk/books-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { Icon } from '../../site/ui/icon.tsx'

const kinds = {
  documents: 'Documents',
  lines: 'Lines',
  payments: 'Payments',
  adjustments: 'Adjustments',
  xero: 'Invoices for Xero',
  myob: 'Invoices for MYOB',
  quickbooks: 'Invoices for QuickBooks',
}

/** @param isOpen true if the days aren't a quarter */
export function BooksActs({ books: { from, to, basis }, isOpen }: { books: BooksAnswer; isOpen: boolean }) {
  return (
    <div>
      <h2>Take it with you</h2>
      <div className="ActForms">
        <details className="ActForm" open>
          <summary>Download CSV</summary>
          <form className="ActForm-in" action={deskApiRoutes.booksCsv}>
            <input type="hidden" name="from" value={from} />
            <input type="hidden" name="to" value={to} />
            <fieldset>
              <legend className="vh">What</legend>
              {Object.entries(kinds).map(([kind, label]) => (
                <label className="Pick" key={kind}>
                  <input type="radio" name="kind" value={kind} defaultChecked={kind === 'documents'} />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
            <p className="ActForm-description">
              {formatDate(from)} to {formatDate(to)}. Documents as issued, payments as they came. QuickBooks
              imports no notes, so enter those with negative amounts there by hand. MYOB wants a card for each
              customer first.
            </p>
            <div className="ActForm-go">
              <Button quiet>
                <Icon name="download" />
                Download
              </Button>
            </div>
          </form>
        </details>
        <details className="ActForm">
          <summary>Download all PDFs</summary>
          <form className="ActForm-in" action={deskApiRoutes.booksZip}>
            <input type="hidden" name="from" value={from} />
            <input type="hidden" name="to" value={to} />
            <p className="ActForm-description">
              {formatDate(from)} to {formatDate(to)}, as one ZIP: every invoice, note and receipt as it was
              issued, replaced ones too, and the CSV of documents.
            </p>
            <div className="ActForm-go">
              <Button quiet>
                <Icon name="download" />
                Download the ZIP
              </Button>
            </div>
          </form>
        </details>
        <details className="ActForm" id="days" open={isOpen}>
          <summary>Other days</summary>
          <form className="ActForm-in" action={deskRoutes.books}>
            <input type="hidden" name="basis" value={basis} />
            <div className="ActForm-row">
              <TextField label="From" name="from" type="date" required defaultValue={from} data-filter />
              <TextField label="To, and with" name="to" type="date" required defaultValue={to} />
            </div>
            <div className="ActForm-go">
              <Button quiet>Show these days</Button>
            </div>
          </form>
        </details>
      </div>
    </div>
  )
}
