import { useSearchParams } from 'react-router'
import type { Day } from '#shared/calendar/calendar.ts'
import { readDollars } from '#shared/desk/read-dollars.ts'
import type { CodeTerms } from '#shared/pricing/discounts.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { OnceKey, useFormState } from '../ui/act-form.tsx'
import { useCurrency, useMoney } from '../ui/use-money.ts'
import { pricesWith } from './prices-with.ts'

/** If no plan is ticked, the code applies to all. The price preview puts the typed fields into the address. */
export function NewCode({ today }: { today: Day }) {
  const { values, error, ...form } = useFormState(deskRoutes.codes)
  const [looked] = useSearchParams()
  const products = usePricing()?.products ?? []
  const currency = useCurrency()
  const field = (name: string, suggested?: string) => form.field(name, looked.get(name) ?? suggested)
  return (
    <form
      className="Sheet Stack Stack--near"
      method="post"
      action={deskRoutes.codes}
      aria-labelledby="new-code"
    >
      <OnceKey />
      <h2 id="new-code">New code</h2>
      <div className="NewCode-row">
        <TextField
          {...field('code')}
          label="Code"
          className="Field-input--key"
          required
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...field('takesOff')}
          label="Takes off"
          inputMode="decimal"
          required
          error={error('takesOff') ?? error('percent') ?? error('amount')}
        />
        <Select {...field('unit', 'percent')} label="In">
          <option value="percent">%</option>
          <option value="amount">{currency}</option>
        </Select>
        <Select {...field('for', 'new')} label="For">
          <option value="new">New licences</option>
          <option value="renewal">Renewals</option>
          <option value="any">Either</option>
        </Select>
      </div>
      <div className="NewCode-row">
        <TextField {...field('from', today)} label="From" type="date" />
        <TextField {...field('to')} label="To, and with" type="date" />
        <TextField {...field('maxUses')} label="Uses, in all" type="number" min={1} />
        <TextField {...field('maxUsesPerAddress')} label="For each address" type="number" min={1} />
      </div>
      <fieldset className="NewCode-plans">
        <legend className="Field-label">
          Plans <small>all of them when none is ticked</small>
        </legend>
        {products.map(({ sku, name }) => (
          <label className="Pick" key={sku}>
            <input
              type="checkbox"
              name="skus"
              value={sku}
              defaultChecked={[...values('skus'), ...looked.getAll('skus')].includes(sku)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <TextField {...field('note')} label="What it’s for" note="you alone see it" maxLength={200} />
      <PricePreview fields={looked} />
      <div className="ActForm-go">
        <Button>Make the code</Button>
        <Button quiet formMethod="get" formAction={`${deskRoutes.codes}#prices`} formNoValidate>
          See the prices
        </Button>
      </div>
    </form>
  )
}

/**
 * Previews the prices of plans with the code that the form describes.
 * @param fields as typed
 */
function PricePreview({ fields }: { fields: URLSearchParams }) {
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
  // The server refuses fractions of a percent and more than 100.
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
