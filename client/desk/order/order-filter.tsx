import { countryName } from '#shared/buyer/country-name.ts'
import type { OrderDate } from '#shared/desk/requests/orders.ts'
import { type SaleKind, saleKindWords } from '#shared/desk/trend-answers.ts'
import { type WaitingKind, waitingWords } from '#shared/desk/waiting-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { DayFields, Further, ListFilter, OfCustomer } from '../ui/list-filter.tsx'

const states = [
  ['', 'All'],
  ['pending', 'Awaiting payment'],
  ['review', 'In review'],
  ['disputed', 'Disputed'],
  ['paid', 'Paid'],
  ['partially_refunded,refunded', 'Refunded'],
  ['expired,cancelled', 'Lapsed or cancelled'],
] as const

const dateWords: Record<OrderDate, string> = { documents: 'Its documents', disputes: 'A dispute of it' }

export function OrderFilter({ query }: { query: URLSearchParams }) {
  const value = (name: string) => query.get(name) ?? ''
  const products = usePricing()?.products ?? []
  const nameOf = (sku: string) => products.find((product) => product.sku === sku)?.name ?? sku
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
      <Further label="Waits" name="waits" query={query} word={(kind) => waitingWords[kind as WaitingKind]} />
      <OfCustomer query={query} />
      <Further
        label="Days of"
        name="dated"
        query={query}
        word={(dated) => dateWords[dated as OrderDate]}
        without="The order"
      />
      <Further label="Product" name="sku" query={query} word={nameOf} />
      <Further label="Sale" name="kind" query={query} word={(kind) => saleKindWords[kind as SaleKind]} />
      <Further label="Country" name="country" query={query} word={countryName} />
    </ListFilter>
  )
}
