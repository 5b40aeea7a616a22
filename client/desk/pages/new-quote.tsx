import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { addressLabels, addressNames } from '#shared/buyer/postal-address.ts'
import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import { mostQuoteDays } from '#shared/desk/requests.ts'
import { quoteDays } from '#shared/orders/quotes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { countries } from '../../shop/checkout/countries.ts'
import { useAppState, usePricing } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { ask, requireAct } from '../ask.ts'
import { useFormState } from '../ui/act-form.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { Refused } from '../ui/notices.tsx'
import { OnceKey } from '../ui/once-key.tsx'

type Loaded = { copied: DeskQuote | null }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  await requireAct(args, 'quotes.make')
  const id = new URL(args.request.url).searchParams.get('copy')
  return { copied: id ? await ask(args, deskApiRoutes.quote(id)) : null }
}

/** Its prices are today's, also of a copy. */
export function Component() {
  const { copied } = useLoaderData<Loaded>()
  const { value, field } = useFormState(deskRoutes.newQuote)
  const { site } = useAppState()
  const products = usePricing()?.products ?? []
  const quantityOf = (sku: string) =>
    copied?.changesLicence ? undefined : copied?.lines.find((line) => line.sku === sku)?.qty
  const buyer = (name: keyof DeskQuote['customer'], label: string) => ({
    label,
    ...field(`customer/${name}`, String(copied?.customer[name] ?? '')),
  })
  return (
    <>
      <DeskHead
        title="A quote"
        past={{ label: 'Quotes', href: deskRoutes.quotes }}
        lead={
          copied
            ? `A copy of ${copied.number}, at today’s prices. It is mailed to its buyer at once.`
            : 'At today’s prices. It is mailed to its buyer at once.'
        }
      />
      <section className="Paper" data-tone="paper" aria-label="A quote">
        <div className="Stack">
          <Refused />
          <form className="Sheet NewCode" method="post" action={deskRoutes.newQuote}>
            <OnceKey />
            <h2>What it holds</h2>
            <div className="FieldRow">
              {products.map(({ sku, name, maxQty }) => (
                <TextField
                  key={sku}
                  label={name}
                  note="how many"
                  name={`qty/${sku}`}
                  type="number"
                  min={0}
                  max={maxQty}
                  defaultValue={value(`qty/${sku}`, String(quantityOf(sku) ?? ''))}
                />
              ))}
            </div>
            <div className="FieldRow">
              <TextField
                label="Code"
                note="(optional)"
                {...field('code', copied?.code ?? '')}
                className="Field-input--key"
                autoComplete="off"
                spellCheck={false}
              />
              <TextField
                label="Days"
                note={`its prices hold, ${mostQuoteDays} at most`}
                {...field('days', String(quoteDays))}
                type="number"
                min={1}
                max={mostQuoteDays}
              />
              <TextField
                label="Purchase order"
                note="(optional)"
                {...field('purchaseOrder', copied?.purchaseOrder ?? '')}
                maxLength={60}
              />
            </div>
            <h2>Who buys</h2>
            <div className="FieldRow">
              <TextField {...buyer('name', 'Name')} required maxLength={100} />
              <TextField {...buyer('email', 'E-mail')} type="email" required maxLength={254} />
              <TextField {...buyer('companyName', 'Company')} note="(optional)" maxLength={200} />
              <Select
                {...buyer('country', 'Country')}
                note="decides about tax"
                defaultValue={value('customer/country', copied?.customer.country ?? site.company.country)}
              >
                {countries().map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            </div>
            <div className="FieldRow">
              {numbers.map(({ name, label }) => (
                <TextField key={name} {...buyer(name, label)} note="(optional)" maxLength={30} />
              ))}
              {addressNames.map((name) => (
                <TextField
                  key={name}
                  {...buyer(name, addressLabels[name])}
                  note="(optional)"
                  maxLength={200}
                />
              ))}
            </div>
            <TextField
              label="Note"
              note="(optional) on the quote and in its mail"
              {...field('note', copied?.note ?? '')}
              maxLength={500}
            />
            <div className="ActForm-go">
              <Button>Make the quote and mail it</Button>
              <a className="TextLink" href={deskRoutes.quotes} data-past>
                Leave it
              </a>
            </div>
          </form>
        </div>
      </section>
    </>
  )
}

const numbers = [
  { name: 'abn', label: 'ABN' },
  { name: 'nzbn', label: 'NZBN' },
  { name: 'vatId', label: 'VAT ID' },
] as const
