import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { lineWord, orderWord, payerWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { WholeNumbers } from '../ui/whole-numbers.tsx'
import { bookingId, type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'
import { ManualMatch } from './manual-match.tsx'
import { useBooking } from './use-booking.ts'

/** If a line fits many orders, only this many are offered at once. */
const mostChoices = 6
/** So many more can be unfolded. */
const mostListed = 30

/** Nothing is chosen beforehand: these lines name no order in full, or several, or a paid one, or pay another amount. */
export function DecideLines(group: GroupOfLines) {
  return (
    <LinesOfGroup
      {...group}
      title="You decide"
      description="Nothing here is booked until you choose."
      order={(line) => <Choices line={line} statement={group.statement} />}
      restComes="once these are decided"
    />
  )
}

function Choices({ line, statement }: { line: StatementLine; statement: Statement }) {
  const money = useMoney()
  const { day } = useWhen()
  const { awaited } = statement
  const { n, left: amount, state, orders, split } = line
  const booking = useBooking(statement)
  if (state === 'wrong_date') return <WrongDate statement={statement} line={line} />
  if (state === 'taken_back') return <TakenBack statement={statement} line={line} />
  const singles = orders.slice(0, mostListed).map((number, index) => {
    const order = awaited[number]
    if (!order) return []
    const why = orders.length > 1 ? line.why[index] : null
    if (amount < 0) return [{ ...refund(number, order), why }]
    const choice = state === 'several' ? several(number, order) : wrong(number, order)
    return [...lessFee(number, order), choice].map((each) => ({ ...each, why }))
  })
  const [first, more] = [singles.slice(0, mostChoices).flat(), singles.slice(mostChoices).flat()]
  return (
    <fieldset className="LineChoices">
      <legend>
        <Tag
          state={state}
          word={
            amount < 0 && state === 'wrong_amount' ? lessThanOwed() : lineWord(line, awaited[orders[0] ?? ''])
          }
        />
      </legend>
      {[...(split ? [together(split)] : []), ...first].map((each) => pick(each, true))}
      {more.length > 0 && (
        <details>
          <summary data-row>{shownOf(mostChoices)}</summary>
          {more.map((each) => pick(each, false))}
          {orders.length > mostListed && <small className="dim">{shownOf(mostListed)}</small>}
        </details>
      )}
      <label className="Pick">
        <input
          type="radio"
          form={bookingId}
          name={`line-${n}`}
          value=""
          defaultChecked={!booking.isDecided(n)}
          data-row
        />
        <span>Not yet</span>
      </label>
      <ManualMatch statement={statement} line={line} label="Give it another" field="other" />
    </fieldset>
  )

  function lessThanOwed(): string {
    return `Less than ${money(awaited[orders[0] ?? '']?.toSend ?? 0)} that is to be sent back`
  }

  function shownOf(most: number): string {
    return `${most} of ${orders.length} shown`
  }

  /** @param isRow for keys, which find nothing that is folded away */
  function pick({ value, label, why }: Choice, isRow: boolean) {
    return (
      <label className="Pick" key={value}>
        <input
          type="radio"
          form={bookingId}
          name={`line-${n}`}
          value={value}
          defaultChecked={booking.chosen(n) === value}
          data-cents={Math.max(0, amount)}
          {...(isRow && { 'data-row': true })}
        />
        <span>
          <WholeNumbers>{label}</WholeNumbers>
          {why && (
            <small className="dim">
              {' '}
              <WholeNumbers>{why}</WholeNumbers>
            </small>
          )}
        </span>
      </label>
    )
  }

  function several(number: string, order: Order) {
    const { outstanding, placedAt, currency } = order
    const as = amount === outstanding ? 'full' : amount < outstanding ? 'part' : 'credit'
    const rest = amount === outstanding ? '' : as === 'part' ? ' in part' : ', the rest stays as credit'
    const owed = outstanding === 0 ? 'keep it as credit' : `${money(outstanding, currency)}${rest}`
    const said = [number, payerWord(order), day(placedAt), orderWord(order), owed]
    return { value: `${as}:${number}`, label: said.filter(Boolean).join(', ') }
  }

  function refund(number: string, order: Order) {
    const left = order.toSend + amount
    const as = left === 0 ? 'full' : 'part'
    const rest = left === 0 ? '' : `, ${money(left, order.currency)} stays to be sent`
    return { value: `${as}:${number}`, label: `The refund of ${number}, ${payerWord(order)}${rest}` }
  }

  /** The bank may have kept the difference. */
  function lessFee(number: string, order: Order) {
    const fee = order.outstanding - amount
    if (fee < 1 || fee > order.mostFee) return []
    const label = `Pay ${number} of ${payerWord(order)}, forgive ${money(fee, order.currency)} as the bank’s fee`
    return [{ value: `fee:${number}`, label }]
  }

  function together(parts: NonNullable<StatementLine['split']>) {
    const value = parts.map((part) => `${part.order}=${part.amount}`).join(',')
    const label = parts
      .map(({ order, amount: cents }) => {
        const payer = awaited[order] ? ` of ${payerWord(awaited[order])}` : ''
        return `${order}${payer} (${money(cents)})`
      })
      .join(' and ')
    return { value: `split:${value}`, label: `Pay ${label}`, why: null }
  }

  function wrong(number: string, order: Order) {
    const { outstanding } = order
    const word = outstanding > 0 ? orderWord(order) : null
    const whose = [`${number} of ${payerWord(order)}`, word].filter(Boolean).join(', ')
    const excess = amount - outstanding
    if (excess < 0)
      return { value: `part:${number}`, label: `Part payment of ${whose}, ${money(-excess)} stays owed` }
    const label =
      excess === 0 || outstanding === 0
        ? `Keep it as credit of ${whose}, to refund`
        : `Pay ${whose} (${money(outstanding)}), keep ${money(excess)} as credit to refund`
    return { value: `credit:${number}`, label }
  }
}

/** Its order may still be the right one, and is then typed again. */
function TakenBack({ statement, line }: { statement: Statement; line: StatementLine }) {
  const [number = ''] = line.orders
  return (
    <>
      <ManualMatch
        statement={statement}
        line={line}
        tag={<Tag state={line.state} />}
        label="Give it an order"
      />
      <span>
        It was booked to <a href={deskRoutes.order(number)}>{number}</a> by mistake
      </span>
    </>
  )
}

/** The server books no line of these days to this order, and none of a day to come to any. */
function WrongDate({ statement, line }: { statement: Statement; line: StatementLine }) {
  const { calendarDay, day, fieldDay } = useWhen()
  const { state, date, orders } = line
  const [number = ''] = orders
  const { placedAt = '' } = statement.awaited[number] ?? {}
  const isAhead = date >= fieldDay(placedAt)
  const order = (
    <a href={deskRoutes.order(number)} {...(isAhead && { 'data-row': true })}>
      {number}
    </a>
  )
  if (isAhead) {
    return (
      <>
        <Tag state={state} word="Still to come" />{' '}
        <span>
          It can pay {order} from {calendarDay(date)}
        </span>
      </>
    )
  }
  return (
    <>
      <ManualMatch
        statement={statement}
        line={line}
        tag={<Tag state={state} word="Before its order" />}
        label="Give it another"
      />
      <span>
        {order} was placed on {day(placedAt)}
      </span>
    </>
  )
}

type Choice = { value: string; label: string; why: string | null | undefined }

type Order = Statement['awaited'][string]
