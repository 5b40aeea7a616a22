import type { ComponentProps } from 'react'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { lineWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { WholeNumbers } from '../ui/whole-numbers.tsx'
import { bookingId, type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'
import { ManualMatch } from './manual-match.tsx'
import { type Choice, offerChoices, offerSplit } from './offer-choices.ts'
import { useBooking } from './use-booking.ts'

/** The orders offered at once for a line that fits many. */
const mostChoices = 6
/** The most orders offered in all; the rest of them is folded. */
const mostListed = 30

/** Preselects nothing, because these lines are ambiguous: no full number, several orders, a paid one or another amount. */
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
  const format = { money: useMoney(), day: useWhen().day }
  const booking = useBooking(statement)
  const { awaited } = statement
  const { n, left, state, orders, split } = line
  if (state === 'wrong_date') return <WrongDate statement={statement} line={line} />
  if (state === 'taken_back') return <TakenBack statement={statement} line={line} />
  const choices = offerChoices(line, awaited, format)
  const first = [
    ...(split ? [offerSplit(split, awaited, format)] : []),
    ...choices.slice(0, mostChoices).flat(),
  ]
  const more = choices.slice(mostChoices, mostListed).flat()
  const order = awaited[orders[0] ?? '']
  const isLess = left < 0 && state === 'wrong_amount'
  const toSend = order?.toSend ?? 0
  const less =
    -left === toSend ? 'Another line sends it' : `Less than ${format.money(toSend)} that is to be sent back`
  const shownOf = (most: number) => `${most} of ${orders.length} shown`
  const radio = (value: string) => ({
    type: 'radio',
    form: bookingId,
    name: `line-${n}`,
    value,
    defaultChecked: value === '' ? !booking.isDecided(n) : booking.chosen(n) === value,
    ...(value !== '' && { 'data-cents': Math.max(0, left) }),
  })
  return (
    <fieldset className="LineChoices">
      <legend>
        <Tag state={state} word={isLess ? less : lineWord(line, order)} />
      </legend>
      {first.map((choice) => (
        <Offered key={choice.value} {...choice} radio={radio(choice.value)} isRow />
      ))}
      {more.length > 0 && (
        <details>
          <summary data-row>{shownOf(mostChoices)}</summary>
          {more.map((choice) => (
            <Offered key={choice.value} {...choice} radio={radio(choice.value)} />
          ))}
          {orders.length > mostListed && <small className="dim">{shownOf(mostListed)}</small>}
        </details>
      )}
      <label className="Pick">
        <input {...radio('')} data-row />
        <span>Not yet</span>
      </label>
      <ManualMatch statement={statement} line={line} label="Give it another" field="other" />
    </fieldset>
  )
}

type OfferedProps = Choice & { radio: ComponentProps<'input'>; isRow?: true }

/** @param isRow whether `j` and `k` reach it; they skip folded content */
function Offered({ label, why, radio, isRow }: OfferedProps) {
  return (
    <label className="Pick">
      <input {...radio} data-row={isRow} />
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

/** Its order may be the right one after all, and then has to be typed. */
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

/** The server refuses such a line for this order, and a future line for any order. */
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
