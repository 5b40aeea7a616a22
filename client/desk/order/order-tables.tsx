import { describeWho } from '#shared/desk/audit-words.ts'
import type { DeskOrder } from '#shared/desk/order-answers.ts'
import { describeKey, describeLine, formatSum } from '#shared/desk/words.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Address } from '../ui/address.tsx'
import { Block } from '../ui/block.tsx'
import { RoomLink } from '../ui/room-link.tsx'
import { Rows } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { useTax } from '../ui/use-tax.ts'
import { useWhen, When } from '../ui/when.tsx'
import { listMoney } from './list-money.ts'

type Props = { order: DeskOrder }

export function Lines({ order: { lines, total, tax, taxRule, currency } }: Props) {
  const taxName = useTaxName(taxRule)
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <Block title="Lines">
      <Rows
        label="Lines"
        columns={{
          Item: 'main',
          Qty: 'num',
          Price: 'num',
          [taxName ?? '']: taxName !== null && 'num',
          Total: 'sum',
        }}
        rows={lines.map((line) => ({
          key: line.id,
          cells: [
            <Item key="item" line={line} currency={currency} />,
            line.qty,
            money(line.unitAmount),
            money(line.tax),
            money(line.amount),
          ],
        }))}
        sum={['Total', '', '', money(tax), money(total)]}
      />
    </Block>
  )
}

function Item({
  line: { name, discounts },
  currency,
}: {
  line: DeskOrder['lines'][number]
  currency: string
}) {
  return (
    <>
      {describeLine(name)}
      {discounts.map(({ label, amount }) => (
        <span key={label} className="dim lite">
          <br />
          {`${label}: ${formatSum(-amount, currency)}`}
        </span>
      ))}
    </>
  )
}

const inReview = 'None while the payment is in review.'

export function Licences({ order: { status, licences } }: Props) {
  const { day } = useWhen()
  return (
    <Block title="Licences">
      <Rows
        none={status === 'review' ? inReview : 'None: the keys come when the money does.'}
        label="Licences"
        columns={{ Licence: 'main', Machines: 'num', 'Updates until': 'date', State: 'state' }}
        rows={licences.map(({ id, plan, keyHint, seats, used, updatesUntil, status }) => ({
          key: id,
          cells: [
            <RoomLink key="licence" act="licences.read" href={deskRoutes.licence(id)}>
              {plan} <span className="lite">{describeKey(keyHint)}</span>
            </RoomLink>,
            `${used} of ${seats}`,
            day(updatesUntil),
            <Tag key="state" state={status} />,
          ],
        }))}
      />
    </Block>
  )
}

export function Payments({ order }: Props) {
  const { credit, currency } = order
  const { day } = useWhen()
  const { entries, kept } = listMoney(order)
  return (
    <Block title="Payments">
      <Rows
        none="Nothing has come in. A card’s money comes by itself, a transfer by the bank’s statement."
        label="Payments"
        columns={{ What: 'main', Day: 'date', Reference: true, 'Entered by': true, Amount: 'sum' }}
        rows={entries.map(({ key, name, at, reference, who, amount }) => ({
          key,
          cells: [
            name,
            at && day(at),
            reference,
            <Address key="who">{describeWho(who)}</Address>,
            formatSum(amount, currency),
          ],
        }))}
        sum={['Kept', '', '', '', formatSum(kept, currency)]}
      />
      {kept < 0 && (
        <p className="dim">The buyer got {formatMoney(-kept, currency)} twice, and owes it back.</p>
      )}
      {credit > 0 && (
        <p className="dim">{formatMoney(credit, currency)} of it is credit, which the buyer gets back.</p>
      )}
    </Block>
  )
}

/** Null if neither the order nor the seller has a tax. */
function useTaxName(rule: DeskOrder['taxRule']): string | null {
  const { isDue, name } = useTax()
  return rule?.name ?? (isDue ? name : null)
}

export function Documents({ order: { status, documents, events, currency, taxRule } }: Props) {
  const taxName = useTaxName(taxRule)
  return (
    <div className="Block" id="documents" tabIndex={-1}>
      <h2>Documents</h2>
      <Rows
        none={status === 'review' ? inReview : 'None yet. They come with the money.'}
        label="Documents"
        columns={{
          Document: 'main',
          Issued: 'date',
          What: true,
          [taxName ?? '']: taxName !== null && 'num',
          [taxName === null ? 'Total' : `With ${taxName}`]: 'sum',
        }}
        rows={documents.map(
          ({ number, issuedAt, kind, replacedBy, tax, taxed, amount, url, eInvoiceUrl }) => {
            const isNote = kind === 'adjustment_note'
            const isVoid = kind === 'receipt' && events.some((event) => tookBack(event, issuedAt))
            const name = titleOf({ kind, taxed, total: amount })
            return {
              key: number,
              cells: [
                <span key="number">
                  <a href={url}>{number}</a>
                  {eInvoiceUrl && (
                    <>
                      {' '}
                      <a className="lite" href={eInvoiceUrl} aria-label={`${number} as e-invoice, XML`}>
                        XML
                      </a>
                    </>
                  )}
                </span>,
                <When key="at" at={issuedAt} />,
                replacedBy
                  ? `${name}. Replaced by ${replacedBy}`
                  : isVoid
                    ? `${name}. Its payment was taken back`
                    : name,
                formatSum(isNote ? -tax : tax, currency),
                formatSum(isNote ? -amount : amount, currency),
              ],
            }
          },
        )}
      />
    </div>
  )
}

/** Whether undoing a payment has left the order unpaid since then. */
function tookBack({ event, at, after }: DeskOrder['events'][number], since: string): boolean {
  return event === 'order.payment_undone' && after.status === 'pending' && at >= since
}
