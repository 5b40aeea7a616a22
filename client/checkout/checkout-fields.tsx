import { buyerIdentityFrom } from '#shared/buyer.ts'
import { formatMoney } from '#shared/money.ts'
import { Select, TextField } from '../ui/field.tsx'
import { checkAbn, checkEmail } from './check-fields.ts'
import { countries } from './countries.ts'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = { inputs: CheckoutInputs; total: number; currency: string; emailNote: string }

/** Who buys. */
export function CheckoutFields({ inputs, total, currency, emailNote }: Props) {
  const { text, atHome } = inputs
  const mustIdentify = atHome && total >= buyerIdentityFrom
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
      {atHome && (
        <TextField
          {...text('abn', checkAbn)}
          label="ABN"
          note="(optional)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
      )}
      <Select {...text('country')} label="Country" autoComplete="country">
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}

/** GST Act 1999 s 29-70(1)(c)(iii) */
function identityNote(currency: string): string {
  const from = formatMoney(buyerIdentityFrom, currency).replace(/\.00$/, '')
  return `From ${from} a tax invoice must name its buyer. It shows your name, and the company or ABN if you enter one.`
}
