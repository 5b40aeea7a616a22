import { formatDate } from '#shared/calendar/calendar.ts'
import { isPartlyPaid, type Order } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import {
  allCharges,
  foreignTransferFacts,
  paysFromAbroad,
  takesForeignTransfers,
  transferFacts,
} from '#shared/seller/transfer-facts.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import { Fact } from '../../site/ui/fact.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

/** The same payment details as in the mail, each with a copy button. */
export function TransferDetails({ order }: { order: Order }) {
  const { site } = useAppState()
  const { outstanding, total, currency } = order
  const money = (cents: number) => formatPrice(cents, currency)
  const due = order.steps.find(({ kind }) => kind === 'due')
  const isAbroad = paysFromAbroad(site, order.customer.country)
  const foreign = foreignTransferFacts(site)
  const facts = transferFacts(site, { ...order, amount: outstanding })
  return (
    <>
      <dl className="Facts Facts--copied">
        {(isAbroad ? [...facts, ...foreign] : facts).map(({ term, value }) => (
          <Fact key={term} term={term} className="Row Facts-copied">
            <Verbatim>{value}</Verbatim>
            <CopyButton
              className="TextLink NoPrint"
              text={value}
              label={`the ${term === 'Reference' || term.startsWith('A') ? term.toLowerCase() : term}`}
            />
          </Fact>
        ))}
        {isPartlyPaid(order) && (
          <Fact term="Received">{verbatim`${money(total - outstanding)} of ${money(total)}`}</Fact>
        )}
        {due && <Fact term={due.day < order.today ? 'Was due' : 'Pay by'}>{formatDate(due.day)}</Fact>}
      </dl>
      {isAbroad && takesForeignTransfers(site) && <p>{allCharges}</p>}
      {!isAbroad && foreign.length > 0 && (
        <details className="Fold">
          <summary>Paying from another country</summary>
          <dl className="Facts">
            {foreign.map(({ term, value }) => (
              <Fact key={term} term={term} translate="no">
                {value}
              </Fact>
            ))}
          </dl>
          <p>{allCharges}</p>
        </details>
      )}
      {!takesForeignTransfers(site) && (
        <p>
          Paying from another country? <a href={`mailto:${site.company.email}`}>Write to us</a> for what your
          bank asks for.
        </p>
      )}
    </>
  )
}
