import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import { addressLabels, addressNames } from '#shared/buyer/postal-address.ts'
import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import { mostQuoteDays } from '#shared/desk/requests/quotes.ts'
import { quoteDays } from '#shared/orders/quotes.ts'
import type { CartPrice } from '#shared/pricing/price-answer.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { countries } from '../../shop/checkout/countries.ts'
import { useAppState, usePricing } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { ask, requireAct } from '../ask.ts'
import { OnceKey, useFormState } from '../ui/act-form.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { Refused } from '../ui/notices.tsx'
import { Options } from '../ui/options.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTax } from '../ui/use-tax.ts'

type Loaded = {
  copied: DeskQuote | null
  /** The price of the typed fields, or the reason why they can’t be quoted; null before the first preview. */
  price: CartPrice | { refused: string } | null
}

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  await requireAct(args, 'quotes.make')
  const { searchParams } = new URL(args.request.url)
  const id = searchParams.get('copy')
  return {
    copied: id ? await ask(args, deskApiRoutes.quote(id)) : null,
    price: searchParams.has('days') ? await askPrice(args, searchParams) : null,
  }
}

/** @param typed the form’s fields */
async function askPrice(args: LoaderFunctionArgs, typed: URLSearchParams): Promise<Loaded['price']> {
  const items = [...typed].flatMap(([name, value]) =>
    name.startsWith('qty/') && value !== '' && value !== '0' ? [`${name.slice(4)}:${value}`] : [],
  )
  if (items.length === 0) return { refused: 'Choose what to quote.' }
  const query = { items: items.join(','), country: typed.get('customer/country') ?? '' }
  const code = typed.get('code')
  return ask(args, deskApiRoutes.quotePrice, { ...query, ...(code && { code }) }).catch((error: unknown) => {
    if (error instanceof PageError && error.statusCode === 422) return { refused: error.message }
    throw error
  })
}

/** Always uses today's prices, even for a copy. */
export function Component() {
  const { copied, price } = useLoaderData<Loaded>()
  const form = useFormState(deskRoutes.newQuote)
  const [looked] = useSearchParams()
  const value = (name: string, suggested = '') => form.value(name, looked.get(name) ?? suggested)
  const field = (name: string, suggested?: string) => form.field(name, looked.get(name) ?? suggested)
  const seen = price && 'total' in price ? price.total : form.value('expectedTotal')
  const { site } = useAppState()
  const products = usePricing()?.products ?? []
  const quantityOf = (sku: string) => copied?.lines.find((line) => line.sku === sku)?.qty
  const buyer = (name: keyof DeskQuote['customer'], label: string) => ({
    label,
    ...field(`customer/${name}`, String(copied?.customer[name] ?? '')),
  })
  return (
    <DeskPage
      title="A quote"
      past={{ label: 'Quotes', href: deskRoutes.quotes }}
      lead={
        copied
          ? `A copy of ${copied.number}, at today’s prices. It is mailed to its buyer at once.`
          : 'At today’s prices. It is mailed to its buyer at once.'
      }
    >
      <div className="Stack">
        <Refused />
        <form className="Sheet Stack Stack--near" method="post" action={deskRoutes.newQuote}>
          <OnceKey />
          {copied && <input type="hidden" name="copy" value={copied.id} />}
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
              <Options of={countries().map(({ code, name }) => [code, name])} />
            </Select>
          </div>
          <div className="FieldRow">
            {numbers.map(({ name, label }) => (
              <TextField key={name} {...buyer(name, label)} note="(optional)" maxLength={30} />
            ))}
            {addressNames.map((name) => (
              <TextField key={name} {...buyer(name, addressLabels[name])} note="(optional)" maxLength={200} />
            ))}
          </div>
          <TextField
            label="Note"
            note="(optional) on the quote and in its mail"
            {...field('note', copied?.note ?? '')}
            maxLength={500}
          />
          {seen && <input type="hidden" name="expectedTotal" value={seen} />}
          {price && <Total price={price} country={looked.get('customer/country') ?? ''} />}
          <div className="ActForm-go">
            {/* Enter presses the first button, so that one sends no mail. */}
            <Button quiet formMethod="get" formAction={`${deskRoutes.newQuote}#total`} formNoValidate>
              See what it comes to
            </Button>
            <Button>Make the quote and mail it</Button>
            <a className="TextLink" href={deskRoutes.quotes} data-past>
              Leave it
            </a>
          </div>
        </form>
      </div>
    </DeskPage>
  )
}

/** Names the priced items, because the fields may have changed since. */
function Total({ price, country }: { price: NonNullable<Loaded['price']>; country: string }) {
  const money = useMoney()
  const products = usePricing()?.products ?? []
  const { name: taxName } = useTax()
  if ('refused' in price)
    return <p role="status" id="total">{`${price.refused} Nothing has been made yet.`}</p>
  const { lines, total, tax, discount, currency } = price
  const items = lines.map(({ sku, qty }) => `${qty} × ${products.find((each) => each.sku === sku)?.name}`)
  const says = [
    `${items.join(' and ')} for ${countryName(country)} come to ${money(total, currency)}`,
    ...(tax > 0 ? [`with ${money(tax, currency)} of ${taxName}`] : []),
    ...(discount > 0 ? [`after ${money(discount, currency)} off`] : []),
  ]
  return <p role="status" id="total">{`${says.join(', ')}. Nothing has been made yet.`}</p>
}

const numbers = [
  { name: 'abn', label: 'ABN' },
  { name: 'nzbn', label: 'NZBN' },
  { name: 'vatId', label: 'VAT ID' },
] as const
