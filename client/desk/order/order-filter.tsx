import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Select, TextField } from '../../site/ui/field.tsx'
import { DayFields, ListFilter } from '../ui/list-filter.tsx'

const states = [
  ['', 'All'],
  ['pending', 'Awaiting payment'],
  ['review', 'In review'],
  ['disputed', 'Disputed'],
  ['paid', 'Paid'],
  ['partially_refunded,refunded', 'Refunded'],
  ['expired,cancelled', 'Lapsed or cancelled'],
] as const

export function OrderFilter({ query }: { query: URLSearchParams }) {
  const value = (name: string) => query.get(name) ?? ''
  return (
    <ListFilter page={deskRoutes.orders} query={query} states={states} finds="Buyer, address, PO or number">
      <DayFields query={query} />
      <Select label="Paid by" name="method" defaultValue={value('method')}>
        <option value="">Either</option>
        <option value="card">Card</option>
        <option value="transfer">Transfer</option>
      </Select>
      <TextField
        label="Code"
        name="code"
        defaultValue={value('code')}
        autoComplete="off"
        spellCheck={false}
      />
    </ListFilter>
  )
}
