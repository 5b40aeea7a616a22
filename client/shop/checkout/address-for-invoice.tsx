import { TextField } from '../../site/ui/field.tsx'
import { addressFields, isBusiness, namesOf, namesVatId } from './fields.ts'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

/** Opens by itself where the law asks for an address, and where something stands in it. */
export function AddressForInvoice({ inputs: { input, draft } }: { inputs: CheckoutInputs }) {
  if (!isBusiness(draft)) return null
  const fields = namesOf(addressFields).map((name) => ({ key: name, ...input(name) }))
  const isFilled = fields.some(({ value, error }) => value !== '' || error)
  const isAsked = namesVatId(draft)
  return (
    <details className="Fold" open={isAsked || isFilled || undefined}>
      <summary>Address for the invoice</summary>
      <div className="Form Form-actions--gap">
        {isAsked && <p className="Field-hint">An invoice to a business in the EU shows its address.</p>}
        {fields.map(({ key, ...field }) => (
          <TextField key={key} {...field} />
        ))}
      </div>
    </details>
  )
}
