import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { bookingId, type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'

/** If a line fits many orders, only this many are offered. */
const mostChoices = 6

/** Nothing is chosen beforehand, because these lines have wrong amounts, or fit in part, or fit several or paid orders. */
export function DecideLines(group: GroupOfLines) {
  const { awaited } = group.statement
  return (
    <LinesOfGroup
      {...group}
      title="You decide"
      says="Nothing here is booked until you choose."
      order={(line) => <Choices line={line} awaited={awaited} />}
      restComes="once these are decided"
    />
  )
}

function Choices({ line, awaited }: { line: StatementLine; awaited: Statement['awaited'] }) {
  const money = useMoney()
  const { day } = useWhen()
  const { n, amount, state, orders } = line
  if (state === 'wrong_date') return <WrongDate line={line} />
  const choices = orders.slice(0, mostChoices).flatMap((number) => {
    const order = awaited[number]
    return order ? [state === 'several' ? several(number, order) : wrong(number, order)] : []
  })
  return (
    <fieldset className="LineChoices">
      <legend>
        <Tag state={state} word={legend()} />
      </legend>
      {choices.map(({ value, label }) => (
        <label className="Pick" key={value}>
          <input
            type="radio"
            form={bookingId}
            name={`line-${n}`}
            value={value}
            data-cents={amount}
            data-row
          />
          <span>{label}</span>
        </label>
      ))}
      <label className="Pick">
        <input type="radio" form={bookingId} name={`line-${n}`} value="" defaultChecked data-row />
        <span>Not yet</span>
      </label>
    </fieldset>
  )

  function legend(): string {
    if (state === 'several')
      return orders.length === 1 ? 'Only part of a name fits' : `${orders.length} orders fit`
    const outstanding = awaited[orders[0] ?? '']?.outstanding ?? 0
    if (outstanding === 0) return 'Paid already'
    const excess = amount - outstanding
    if (excess === 0) return 'Another line pays it'
    return excess < 0 ? `${money(-excess)} too little` : `${money(excess)} too much`
  }

  function several(number: string, { buyer, outstanding, placedAt }: Order) {
    const as = amount === outstanding ? 'full' : amount < outstanding ? 'part' : 'credit'
    const paid = outstanding === 0 ? ', paid already: keep it as credit' : ''
    return { value: `${as}:${number}`, label: `${number}, ${buyer}, ${day(placedAt)}${paid}` }
  }

  function wrong(number: string, { outstanding }: Order) {
    const excess = amount - outstanding
    if (excess < 0) {
      return {
        value: `part:${number}`,
        label: `Part payment of ${number}, ${money(-excess)} stays owed`,
      }
    }
    const label =
      excess === 0 || outstanding === 0
        ? `Keep it as credit of ${number}, to refund`
        : `Pay ${number} (${money(outstanding)}), keep ${money(excess)} as credit to refund`
    return { value: `credit:${number}`, label }
  }
}

/** The server refuses to book these lines, so there is nothing to choose. */
function WrongDate({
  line: {
    state,
    orders: [number = ''],
  },
}: {
  line: StatementLine
}) {
  return (
    <>
      <Tag state={state} /> <a href={deskRoutes.order(number)}>{number}</a>
    </>
  )
}

type Order = Statement['awaited'][string]
