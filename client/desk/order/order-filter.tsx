import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'

const states: [string, string][] = [
  ['', 'All'],
  ['pending', 'Awaiting payment'],
  ['review', 'In review'],
  ['disputed', 'Disputed'],
  ['paid', 'Paid'],
  ['partially_refunded,refunded', 'Refunded'],
  ['expired,cancelled', 'Lapsed or cancelled'],
]

/** Works without script. States are links. */
export function OrderFilter({ query }: { query: URLSearchParams }) {
  const status = query.get('status') ?? ''
  const value = (name: string) => query.get(name) ?? ''
  return (
    <form className="Filter" action={deskRoutes.orders}>
      <nav className="Filter-states" aria-label="State">
        {states.map(([state, label]) => (
          <a key={state} href={withState(query, state)} aria-current={state === status ? 'true' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {status && <input type="hidden" name="status" value={status} />}
      <div className="Filter-fields">
        <TextField
          label="Buyer, address, PO or number"
          name="q"
          defaultValue={value('q')}
          aria-keyshortcuts="f"
          data-filter
        />
        <TextField label="From" name="from" type="date" defaultValue={value('from')} />
        <TextField label="To, and with" name="to" type="date" defaultValue={value('to')} />
        <Select label="Paid by" name="method" defaultValue={value('method')}>
          <option value="">Either</option>
          <option value="card">Card</option>
          <option value="transfer">Transfer</option>
        </Select>
        <Button quiet>Show</Button>
      </div>
    </form>
  )
}

function withState(query: URLSearchParams, state: string): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  next.delete('status')
  if (state) next.set('status', state)
  const text = next.toString()
  return text ? `${deskRoutes.orders}?${text}` : deskRoutes.orders
}
