import type { LoaderFunctionArgs } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { requireAct } from '../ask.ts'
import { OnceKey, useFormState } from '../ui/act-form.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { Refused } from '../ui/notices.tsx'
import { Options } from '../ui/options.tsx'

export function loader(args: LoaderFunctionArgs): Promise<Me> {
  return requireAct(args, 'licences.issue')
}

const people = [
  { label: 'Name', name: 'name', note: 'on the licence', maxLength: 100, required: true },
  { label: 'Company', name: 'companyName', maxLength: 200 },
  { label: 'E-mail', name: 'email', note: 'where the key goes', type: 'email', required: true },
  { label: 'Why', name: 'reason', note: 'for the history', maxLength: 500, required: true },
] as const

/** Issues a licence without an order, such as a gift, a replacement or a review copy. */
export function Component() {
  const { field } = useFormState(deskRoutes.newLicence)
  const products = usePricing()?.products ?? []
  return (
    <DeskPage
      title="A licence by hand"
      past={{ label: 'Licences', href: deskRoutes.licences }}
      lead="Without an order, and not in the books. Its key is mailed at once."
    >
      <div className="Stack">
        <Refused />
        <form className="Sheet Letter Stack Stack--near" method="post" action={deskRoutes.newLicence}>
          <OnceKey />
          <Select label="Plan" {...field('sku')}>
            <Options
              of={products.map(({ sku, name, licence }) => [
                sku,
                `${name}, ${plural(licence.seats, 'machine')}`,
              ])}
            />
          </Select>
          {people.map(({ name, ...asked }) => (
            <TextField key={name} {...asked} {...field(name)} />
          ))}
          <div className="ActForm-go">
            <Button>Issue it and mail the key</Button>
            <a className="TextLink" href={deskRoutes.licences} data-past>
              Leave it
            </a>
          </div>
        </form>
      </div>
    </DeskPage>
  )
}
