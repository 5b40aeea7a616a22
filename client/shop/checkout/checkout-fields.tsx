import type { Tax } from '#shared/pricing/tax.ts'
import { Select, TextField } from '../../site/ui/field.tsx'
import { LikelyEmail } from '../../site/ui/likely-email.tsx'
import { countries } from './countries.ts'
import { buyerFields, fields, namesOf } from './fields.ts'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = { inputs: CheckoutInputs; total: number; currency: string; tax: Tax }

export function CheckoutFields({ inputs: { input, draft, change }, ...sale }: Props) {
  const { country } = draft
  return namesOf(buyerFields).map((name) => {
    const { appliesTo, hint } = fields[name]
    if (appliesTo?.(draft) === false) return null
    if (name === 'email')
      return (
        <div key={name}>
          <TextField {...input(name)} />
          <LikelyEmail email={draft.email} onTake={(email) => change('email', email)} />
        </div>
      )
    if (name !== 'country')
      return <TextField key={name} {...input(name)} hint={hint?.({ ...sale, country })} />
    return (
      <Select key={name} {...input(name)}>
        {!country && <option value="">Choose a country</option>}
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    )
  })
}
