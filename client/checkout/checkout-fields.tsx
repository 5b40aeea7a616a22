import { Select, TextField } from '../ui/field.tsx'
import { countries, homeCountry } from './countries.ts'

/** What is wrong, by JSON pointer into the body of a checkout. */
export type CheckoutErrors = Partial<Record<string, string>>

type Props = {
  companyName: string
  onCompanyName(companyName: string): void
  country: string
  onCountry(country: string): void
  errors: CheckoutErrors
}

/** Who buys. The names of the fields are those of the checkout's body. */
export function CheckoutFields({ companyName, onCompanyName, country, onCountry, errors }: Props) {
  return (
    <>
      <TextField
        label="Company"
        note="for the invoice"
        name="companyName"
        autoComplete="organization"
        maxLength={200}
        value={companyName}
        onChange={(event) => onCompanyName(event.target.value)}
        error={errors['/customer/companyName']}
      />
      {country === homeCountry && (
        <TextField
          label="ABN"
          note="if you have one"
          name="abn"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={errors['/customer/abn']}
        />
      )}
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        error={errors['/customer/name']}
      />
      <TextField
        label="Email"
        note="for the keys"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        error={errors['/customer/email']}
      />
      <Select
        label="Country"
        name="country"
        autoComplete="country"
        value={country}
        onChange={(event) => onCountry(event.target.value)}
        error={errors['/customer/country']}
      >
        {countries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}
