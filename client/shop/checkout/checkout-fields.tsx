import { hasVatIds } from '#shared/buyer/vat-id.ts'
import { formatIdentityFrom, mustNameBuyer } from '#shared/orders/buyer-identity.ts'
import type { Tax } from '#shared/pricing/tax.ts'
import { Select, TextField } from '../../site/ui/field.tsx'
import { checkAbn, checkEmail, checkVatId } from './check-fields.ts'
import { countries } from './countries.ts'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = {
  inputs: CheckoutInputs
  total: number
  currency: string
  tax: Tax
  emailNote: string
}

export function CheckoutFields({ inputs, total, currency, tax, emailNote }: Props) {
  const { text, hasAbn, draft } = inputs
  const mustIdentify = mustNameBuyer(total, tax, draft.country)
  return (
    <>
      <TextField {...text('name')} label="Your name" autoComplete="name" maxLength={100} required />
      <TextField
        {...text('email', checkEmail)}
        label="Email"
        note={emailNote}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        {...text('companyName')}
        label="Company"
        note="(optional)"
        hint={mustIdentify && identityNote(currency)}
        autoComplete="organization"
        maxLength={200}
      />
      {hasAbn && (
        <TextField
          {...text('abn', checkAbn)}
          label="ABN"
          note="(optional)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
      )}
      <Select {...text('country')} label="Country" autoComplete="country" required>
        {!draft.country && <option value="">Choose a country</option>}
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {hasVatIds(draft.country) && (
        <TextField
          {...text('vatId', (vatId) => checkVatId(vatId, draft.country))}
          label="VAT ID"
          note="(optional, for businesses)"
          autoComplete="off"
          maxLength={30}
        />
      )}
    </>
  )
}

/** GST Act 1999 s 29-70(1)(c)(iii). */
function identityNote(currency: string): string {
  return `From ${formatIdentityFrom(currency)} a tax invoice must name its buyer. It shows your name, and the company or ABN if you enter one.`
}
