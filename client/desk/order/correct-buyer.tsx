import { businessNumbers } from '#shared/buyer/business-numbers.ts'
import { addressLabels, addressNames } from '#shared/buyer/postal-address.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { countries } from '../../shop/checkout/countries.ts'
import { Select, TextField } from '../../site/ui/field.tsx'
import { ActForm } from '../ui/act-form.tsx'
import { Options } from '../ui/options.tsx'

export function CorrectBuyer({ order }: { order: DeskOrder }) {
  const { number, revision, customer, purchaseOrder, documents } = order
  const fields = [
    { label: 'Name', name: 'name', is: customer.name, required: true },
    { label: 'Company', name: 'companyName', is: customer.companyName },
    ...businessNumbers(customer).map(({ value, ...field }) => ({ ...field, is: value })),
    { label: 'Purchase order', name: 'purchaseOrder', is: purchaseOrder },
    ...addressNames.map((name) => ({ label: addressLabels[name], name, is: customer[name] })),
    { label: 'E-mail', name: 'email', is: customer.email, type: 'email', required: true },
  ]
  return (
    <ActForm
      act="orders.buyer"
      action={deskRoutes.orderAct(number, 'buyer')}
      revision={revision}
      title="Correct the buyer"
      description="Issues a new document that replaces the last one, where there is one. The total stays. Another country changes the tax in it, so a note with your reason cancels the invoice before."
      button="Correct the buyer"
    >
      {({ field }) => (
        <>
          {fields.map(({ name, is, ...input }) => (
            <TextField key={name} {...input} {...field(name, is)} />
          ))}
          <Select label="Country" note="decides about tax" {...field('country', customer.country)}>
            <Options of={countries().map(({ code, name }) => [code, name])} />
          </Select>
          {documents.length > 0 && (
            <TextField label="Reason" note="for another country; the note says it" {...field('reason')} />
          )}
        </>
      )}
    </ActForm>
  )
}
