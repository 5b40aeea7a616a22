import { useLoaderData } from 'react-router'
import { countryName } from '#shared/buyer/country-name.ts'
import type { DeskQuote } from '#shared/desk/quote-answers.ts'
import { formatSum } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { loaderById } from '../ask.ts'
import { useMay } from '../frame/use-frame.ts'
import { ActForm, Acts } from '../ui/act-form.tsx'
import { Block } from '../ui/block.tsx'
import { CustomerAddress } from '../ui/customer.tsx'
import { DeskPage, HeadSum } from '../ui/desk-page.tsx'
import { Facts } from '../ui/facts.tsx'
import { Mails } from '../ui/mails.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Rows } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { Track } from '../ui/track.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useTaxNote } from '../ui/use-tax.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderById(deskApiRoutes.quote)

const done = {
  make: 'The quote is made, and on its way to its buyer.',
  resend: 'It’s on its way again.',
  withdraw: 'The quote is withdrawn, and its buyer is told.',
}

export function Component() {
  const quote = useLoaderData<typeof loader>()
  const { id, number, status, customer, lines, total, currency, orderNumber, code } = quote
  const { day } = useWhen()
  const money = useMoney()
  const pricing = usePricing()
  const taxNote = useTaxNote(quote.taxRule)
  const may = useMay()
  const buyer = customer.companyName ?? customer.name
  return (
    <DeskPage
      title={number}
      name={`${number}, quote`}
      past={{ label: 'Quotes', href: deskRoutes.quotes }}
      lead={`${buyer} · ${standingOf(quote, day)}`}
      side={
        <>
          <Tag state={status} />
          <HeadSum sum={money(total, currency)} note={taxNote} />
        </>
      }
      paper="Paper--two"
    >
      <div className="Stack">
        <Outcome done={done} />
        <Block title="What it holds">
          <Rows
            label="What it holds"
            tight
            columns={{ Licence: 'main', Number: 'num', Sum: 'sum' }}
            rows={lines.map(({ sku, qty, amount }) => ({
              key: sku,
              cells: [
                pricing?.products.find((product) => product.sku === sku)?.name ?? sku,
                qty,
                money(amount, currency),
              ],
            }))}
          />
        </Block>
        <Mails mails={quote.mails} />
        <Block title="History" id="history">
          <Track entries={quote.events} />
        </Block>
      </div>
      <aside className="Stack" aria-label="Facts and acts">
        <Facts
          facts={{
            Buyer: customer.companyName ? (
              <a href={deskRoutes.company(customer.companyName)}>{buyer}</a>
            ) : (
              buyer
            ),
            Name: customer.companyName && customer.name,
            Country: countryName(customer.country),
            'E-mail': <CustomerAddress email={customer.email} />,
            PO: quote.purchaseOrder,
            Code: code,
            Discounts: quote.discount > 0 && formatSum(-quote.discount, currency),
            Note: quote.note,
            Made: day(quote.createdAt),
            Document: <a href={deskApiRoutes.quotePdf(id)}>{`${number} as PDF`}</a>,
            Order: orderNumber && <a href={deskRoutes.order(orderNumber)}>{orderNumber}</a>,
          }}
        />
        <Acts
          foot={
            may('quotes.make') &&
            !quote.changesLicence && (
              <p>
                <a className="TextLink" href={deskRoutes.copiedQuote(id)}>
                  Copy it into a new quote
                </a>
              </p>
            )
          }
        >
          <ActForm
            act="quotes.make"
            action={deskRoutes.quoteAct(id, 'resend')}
            title="Mail the quote again"
            hotkey="r"
            description={`Sends it once more to ${customer.email}, with the link that orders it.`}
            button="Send it again"
            impossible={reasons[status]}
          />
          <ActForm
            act="quotes.withdraw"
            action={deskRoutes.quoteAct(id, 'withdraw')}
            title="Withdraw the quote"
            description={`Nobody can order it any more, and what it holds of a code is free again. ${customer.email} is told, with your reason.`}
            button="Withdraw the quote"
            impossible={reasons[status]}
          >
            {(form) => (
              <TextField label="Why" note="(optional, the buyer reads it)" {...form.field('reason')} />
            )}
          </ActForm>
        </Acts>
      </aside>
    </DeskPage>
  )
}

/** Reasons why a quote can't be mailed or withdrawn; null if it can. */
const reasons: Record<DeskQuote['status'], string | null> = {
  open: null,
  ordered: 'it was ordered.',
  withdrawn: 'it was withdrawn.',
  expired: 'its prices are no longer held.',
}

function standingOf(
  { status, validUntil, withdrawnAt, orderNumber }: DeskQuote,
  day: (at: string) => string,
): string {
  if (status === 'ordered') return `ordered as ${orderNumber}`
  if (status === 'withdrawn' && withdrawnAt) return `withdrawn on ${day(withdrawnAt)}`
  return status === 'expired'
    ? `prices held until ${day(validUntil)}`
    : `prices hold until ${day(validUntil)}`
}
