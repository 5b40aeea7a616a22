import { Fragment } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { DeskCustomer } from '#shared/desk/customer-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask, queryOf } from '../ask.ts'
import { Timeline } from '../customer/timeline.tsx'
import { Acts, NoteForm } from '../ui/act-form.tsx'
import { Address } from '../ui/address.tsx'
import { Block } from '../ui/block.tsx'
import { CustomerAddress } from '../ui/customer.tsx'
import { DeskPage, HeadSum } from '../ui/desk-page.tsx'
import { Facts } from '../ui/facts.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Rows } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<DeskCustomer> {
  return ask(args, deskApiRoutes.customer(String(args.params.id)), queryOf(args))
}

const done = { note: 'The note is kept.' }

/** Shows a customer: an e-mail address, or a company. */
export function Component() {
  const customer = useLoaderData<DeskCustomer>()
  const { email, emails, names, companies, counts, kept } = customer
  const money = useMoney()
  const title = email ?? companies[0] ?? ''
  const theirs: Record<string, string> = email === null ? { company: title } : { email }
  const known = email === null ? [] : [...companies, ...names]
  return (
    <DeskPage
      title={title}
      name={email === null ? `${title}, company` : title}
      past={{ label: 'Customers', href: deskRoutes.customers }}
      lead={
        known.length > 0
          ? known.slice(0, 3).join(', ')
          : emails.length === 1
            ? '1 address'
            : `${emails.length} addresses`
      }
      side={<HeadSum sum={money(kept)} note="paid, less refunds" />}
      paper="Paper--two"
    >
      <div className="Stack">
        <Outcome done={done} />
        <Block title="Orders">
          <Sales
            labels={['Orders', 'Order', 'Placed']}
            sales={customer.orders.map((order) => ({ ...order, href: deskRoutes.order(order.number) }))}
          />
          <More shown={customer.orders.length} of={counts.orders} href={deskRoutes.ordersLike(theirs)} />
        </Block>
        {customer.quotes.length > 0 && (
          <Block title="Quotes">
            <Sales
              labels={['Quotes', 'Quote', 'Made']}
              sales={customer.quotes.map((quote) => ({ ...quote, href: deskRoutes.quote(quote.id) }))}
            />
            <More shown={customer.quotes.length} of={counts.quotes} href={deskRoutes.quotesLike(theirs)} />
          </Block>
        )}
        {customer.licences.length > 0 && (
          <Block title="Licences">
            <Licences licences={customer.licences} />
            <More
              shown={customer.licences.length}
              of={counts.licences}
              href={deskRoutes.licencesLike(theirs)}
            />
          </Block>
        )}
        <Block title="All that happened" id="history">
          <Timeline entries={customer.timeline} next={customer.next} />
        </Block>
      </div>
      <aside className="Stack" aria-label="Facts and acts">
        <CustomerFacts customer={customer} />
        {email !== null && (
          <Acts>
            <NoteForm act="customers.note" action={deskRoutes.customerAct(email, 'note')} />
          </Acts>
        )}
      </aside>
    </DeskPage>
  )
}

type Sale = Pick<DeskCustomer['orders'][number], 'number' | 'createdAt' | 'total' | 'currency'> & {
  status: DeskCustomer['orders' | 'quotes'][number]['status']
  href: string
}

/** @param labels of the list, of its first column and of its date */
function Sales({ labels: [label, sale, made], sales }: { labels: [string, string, string]; sales: Sale[] }) {
  const { day } = useWhen()
  return (
    <Rows
      none="None yet. A quote that is ordered becomes one."
      list
      label={label}
      columns={{ [sale]: 'main', [made]: 'date', State: 'state', Total: 'sum' }}
      rows={sales.map(({ number, createdAt, status, total, currency, href }) => ({
        key: href,
        href,
        cells: [number, day(createdAt), <Tag key="state" state={status} />, formatMoney(total, currency)],
      }))}
    />
  )
}

function Licences({ licences }: Pick<DeskCustomer, 'licences'>) {
  const { day } = useWhen()
  return (
    <Rows
      list
      label="Licences"
      columns={{ Licence: 'main', 'Updates until': 'date', Machines: 'num', State: 'state' }}
      rows={licences.map(({ id, plan, keyHint, updatesUntil, seats, status }) => ({
        key: id,
        href: deskRoutes.licence(id),
        cells: [
          <Fragment key="key">
            {plan} <span className="lite">{describeKey(keyHint)}</span>
          </Fragment>,
          day(updatesUntil),
          `${seats.used} of ${seats.limit}`,
          <Tag key="state" state={status} />,
        ],
      }))}
    />
  )
}

function CustomerFacts({ customer }: { customer: DeskCustomer }) {
  const { email, emails, names, companies, counts, kept, outstanding, firstOrderAt } = customer
  const { day } = useWhen()
  const money = useMoney()
  return (
    <Facts
      facts={{
        'E-mail': email && (
          <a href={`mailto:${encodeURIComponent(email)}`}>
            <Address>{email}</Address>
          </a>
        ),
        Addresses:
          email === null &&
          emails.map((each) => (
            <div key={each}>
              <CustomerAddress email={each} />
            </div>
          )),
        Company:
          email !== null &&
          companies.length > 0 &&
          companies.map((each) => (
            <div key={each}>
              <a href={deskRoutes.company(each)}>{each}</a>
            </div>
          )),
        Names: names.join(', '),
        'First order': firstOrderAt && day(firstOrderAt),
        Orders: counts.orders,
        Quotes: counts.quotes,
        Licences: counts.licences,
        'Paid, less refunds': money(kept),
        'Still to come': outstanding > 0 && money(outstanding),
      }}
    />
  )
}

function More({ shown, of, href }: { shown: number; of: number; href: string }) {
  return (
    of > shown && (
      <p className="Hits-more">
        <a href={href}>All {of}</a>
      </p>
    )
  )
}
