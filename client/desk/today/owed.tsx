import type { Owed as OwedCredit } from '#shared/desk/overview-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Rows } from '../ui/rows.tsx'
import { useMoney } from '../ui/use-money.ts'

/** Credit of buyers, largest first. */
export function Owed({ owed: { orders, sum, first } }: { owed: OwedCredit }) {
  const money = useMoney()
  const rest = orders - first.length
  return (
    <div className="Block is-full" id="credit" tabIndex={-1}>
      <h2>Credit of buyers, {money(sum)}</h2>
      <p className="dim">
        Came in beyond the totals, or for orders that were cancelled or lapsed. It stays until an order’s page
        pays it back.
        {rest > 0 && ` The largest are shown; ${rest} more have some.`}
      </p>
      <Rows
        label="Credit of buyers"
        columns={{ Order: 'main', Buyer: true, Credit: 'sum' }}
        rows={first.map(({ number, buyer, credit }) => ({
          key: number,
          cells: [
            <a key="number" href={deskRoutes.order(number)}>
              {number}
            </a>,
            buyer,
            money(credit),
          ],
        }))}
      />
    </div>
  )
}
