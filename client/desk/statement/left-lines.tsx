import { Fragment } from 'react'
import { useLocation } from 'react-router'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { lineWord, payerWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'
import { ManualMatch } from './manual-match.tsx'

/** Lines without a matching order, and lines that were booked before. */
export function LeftLines(group: GroupOfLines) {
  const { pathname } = useLocation()
  const { unread, next, totals } = group.statement
  return (
    <LinesOfGroup
      {...group}
      isGone
      unread={unread}
      title="Left alone"
      description="No order fits, the line was here before, or it can’t be read. Type an order’s number if you know better; money beyond its total is kept as its credit."
      order={(line) =>
        line.state === 'already' ? (
          <Already line={line} />
        ) : line.reason !== null ? (
          <span tabIndex={-1} data-row>
            <Tag state="none" word={lineWord(line)} />
            <Refunded line={line} />
          </span>
        ) : (
          <>
            <ManualMatch
              statement={group.statement}
              line={line}
              tag={<Tag state="none" word={lineWord(line)} />}
              label="Give it one"
            />
            <Quote statement={group.statement} line={line} />
          </>
        )
      }
      more={
        next !== null && (
          <div className="Older">
            <p>
              {group.lines.length + unread.length} shown of {group.total.lines + totals.unread}
            </p>
            <a className="Button Button--quiet" href={`${pathname}?after=${next}`} data-older>
              Further lines
            </a>
          </div>
        )
      }
    />
  )
}

/** The refund's order, which money out names. */
function Refunded({ line: { orders } }: { line: StatementLine }) {
  return orders.map((number) => (
    <span key={number}>
      {' '}
      <a href={deskRoutes.order(number)}>{number}</a>
    </span>
  ))
}

function Quote({ statement, line }: { statement: Statement; line: StatementLine }) {
  const money = useMoney()
  const number = line.quote ?? ''
  const quote = statement.quotes[number]
  return (
    quote && (
      <span>
        <a href={deskRoutes.quote(quote.id)}>{number}</a> {payerWord(quote)},{' '}
        {money(quote.total, quote.currency)}
      </span>
    )
  )
}

function Already({ line: { bookedAt, orders } }: { line: StatementLine }) {
  const { day } = useWhen()
  return (
    <>
      <Tag state="already" {...(bookedAt && { word: `Booked on ${day(bookedAt)}` })} />
      {orders.map((number, index) => (
        <Fragment key={number}>
          {' '}
          <a href={deskRoutes.order(number)} {...(index === 0 && { 'data-row': true })}>
            {number}
          </a>
        </Fragment>
      ))}
    </>
  )
}
