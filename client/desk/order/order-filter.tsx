import { useSearchParams } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import type { OrderDate } from '#shared/desk/requests/orders.ts'
import { type SaleKind, saleKindWords } from '#shared/desk/trend-answers.ts'
import { type WaitingKind, waitingWords } from '#shared/desk/waiting-words.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Select } from '../../site/ui/field.tsx'
import { CustomerFilter, DayFields, FilterField, LinkedFilter, ListFilter } from '../ui/list-filter.tsx'

const states = [
  'pending',
  'review',
  'disputed',
  'paid',
  ['partially_refunded,refunded', 'Refunded'],
  ['expired,cancelled', 'Lapsed or cancelled'],
] as const

const dateWords: Record<OrderDate, string> = { documents: 'Its documents', disputes: 'A dispute of it' }

export function OrderFilter() {
  const [query] = useSearchParams()
  const products = usePricing()?.products ?? []
  const nameOf = (sku: string) => products.find((product) => product.sku === sku)?.name ?? sku
  return (
    <ListFilter states={states} finds="Buyer, address, PO or number">
      <DayFields />
      <Select label="Paid by" name="method" defaultValue={query.get('method') ?? ''}>
        <option value="">Either</option>
        <option value="card">Card</option>
        <option value="transfer">Transfer</option>
      </Select>
      <FilterField label="Code" name="code" autoComplete="off" spellCheck={false} />
      <LinkedFilter label="Waits" name="waits" word={(kind) => waitingWords[kind as WaitingKind]} />
      <CustomerFilter />
      <LinkedFilter
        label="Days of"
        name="dated"
        word={(dated) => dateWords[dated as OrderDate]}
        without="The order"
      />
      <LinkedFilter label="Product" name="sku" word={nameOf} />
      <LinkedFilter label="Sale" name="kind" word={(kind) => saleKindWords[kind as SaleKind]} />
      <LinkedFilter label="Country" name="country" word={countryName} />
    </ListFilter>
  )
}
