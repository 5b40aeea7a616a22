import { readDollars } from '#shared/desk/read-dollars.ts'
import type { CodeTerms } from '#shared/pricing/discounts.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { useMoney } from '../ui/use-money.ts'
import { pricesWith } from './prices-with.ts'

/** What plans would cost with a code that isn't made yet. @param fields of the form, as they were typed */
export function PricePreview({ fields }: { fields: URLSearchParams }) {
  const money = useMoney()
  const pricing = usePricing()
  const code = termsOf(fields)
  if (!pricing || !fields.has('takesOff')) return null
  const { licences, renewals } = code ? pricesWith(code, pricing) : { licences: [], renewals: [] }
  const list = (prices: typeof licences) =>
    prices.map(({ name, amount }) => `${name} ${money(amount)}`).join(', ')
  return (
    <p role="status" id="prices">
      {licences.length > 0 && `A licence would cost: ${list(licences)}. `}
      {renewals.length > 0 && `A renewal would cost: ${list(renewals)}. `}
      {licences.length + renewals.length === 0 && 'It would take off nothing. '}
      Nothing has been made yet.
    </p>
  )
}

function termsOf(fields: URLSearchParams): CodeTerms | null {
  const cents = readDollars(fields.get('takesOff') ?? '')
  if (cents === null || cents === 0) return null
  const isAmount = fields.get('unit') === 'amount'
  // The server refuses other percentages.
  if (!isAmount && (cents % 100 !== 0 || cents > 100_00)) return null
  const skus = fields.getAll('skus')
  const [appliesTo = 'new'] = (['new', 'renewal', 'any'] as const).filter(
    (each) => each === fields.get('for'),
  )
  return {
    code: '',
    percent: isAmount ? null : cents / 100,
    amount: isAmount ? cents : null,
    skus: skus.length > 0 ? skus : null,
    appliesTo,
  }
}
