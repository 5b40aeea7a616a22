import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask, queryOf } from '../ask.ts'
import { describeDays, describeOff, describeUses, kindsOfCode, usePlansOf } from '../codes/code-words.ts'
import { useFrame } from '../frame/use-frame.ts'
import { ActForm, Acts } from '../ui/act-form.tsx'
import { Block } from '../ui/block.tsx'
import { Customer } from '../ui/customer.tsx'
import { DeskPage, HeadSum } from '../ui/desk-page.tsx'
import { Facts } from '../ui/facts.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink } from '../ui/list-filter.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const code = await ask(args, deskApiRoutes.code(String(args.params.id)))
  const query = queryOf(args)
  query.set('code', code.code)
  return { code, ...(await ask(args, deskApiRoutes.orders, query)) }
}

export function Component() {
  const { code, orders, next } = useLoaderData<typeof loader>()
  const when = useWhen()
  const money = useMoney()
  const plans = usePlansOf()
  const state = stateOfCode(code, when.fieldDay(useFrame().now))
  return (
    <DeskPage
      title={code.code}
      name={`${code.code}, code`}
      past={{ label: 'Codes', href: deskRoutes.codes }}
      lead={code.note || `Takes off ${describeOff(code, money)}.`}
      side={
        <>
          <Tag state={state} />
          <HeadSum sum={money(code.brought)} note={`brought, ${money(code.gave)} given`} />
        </>
      }
      paper="Paper--two"
    >
      <div className="Stack">
        <Block title="Orders with it">
          <List
            label="Orders"
            columns={{ Order: 'main', Placed: 'date', Buyer: 'who', State: 'state', Total: 'sum' }}
            rows={orders.map(({ id, number, createdAt, customer, status, total, currency }, index) => ({
              key: id,
              href: deskRoutes.order(number),
              isCurrent: index === 0,
              cells: [
                number,
                when.day(createdAt),
                <Customer key="buyer" {...customer} />,
                <Tag key="state" state={status} />,
                formatMoney(total, currency),
              ],
            }))}
            noun="orders"
            none="Nobody has ordered with it yet. The first order with it will stand here."
            times={orders.map(({ createdAt }) => createdAt)}
            next={next}
          />
          {orders.length > 0 && (
            <CsvLink
              address={deskApiRoutes.ordersCsv}
              query={new URLSearchParams({ code: code.code })}
              noun="orders"
            />
          )}
        </Block>
      </div>
      <aside className="Stack" aria-label="Facts and acts">
        <Facts
          facts={{
            'Takes off': describeOff(code, money),
            For: `${plans(code)}, ${kindsOfCode[code.for]}`,
            'From, to': describeDays(code, when.calendarDay),
            'What it’s for': code.note,
            Made: when.day(code.createdAt),
            Ended: code.endedAt && when.day(code.endedAt),
            Orders: (
              <a href={deskRoutes.ordersLike({ code: code.code })}>{plural(code.orders, 'order')} with it</a>
            ),
            Used: describeUses(code),
            Held: code.reserved > 0 && plural(code.reserved, 'order'),
            Quoted: code.promised > 0 && plural(code.promised, 'open quote'),
            'For each address': code.maxUsesPerAddress && plural(code.maxUsesPerAddress, 'use'),
            'Brought, less refunds': money(code.brought),
            'Gave, in paid orders': money(code.gave),
          }}
        />
        {state !== 'ended' && (
          <Acts>
            <ActForm
              act="codes"
              action={deskRoutes.codeAct(code.code, 'end')}
              title="End the code"
              description="From now on nobody can enter it. What was ordered with it keeps its price. You see what it does first."
              button="See what it does"
            />
          </Acts>
        )}
      </aside>
    </DeskPage>
  )
}
