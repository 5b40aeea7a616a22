import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { lineWord, payerWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'
import { ManualMatch } from './manual-match.tsx'
import { isBookable, mayBeRefund } from './use-booking.ts'

/** Lines without a matching order, and rows that can't be read. */
export function LeftLines(group: GroupOfLines) {
  return (
    <LinesOfGroup
      {...group}
      isGone
      unread={group.statement.unread}
      title="Left alone"
      description="No order fits, or it can’t be read. Type an order’s number if you know better; money beyond its total is kept as its credit."
      order={(line) =>
        !isBookable(line) ? (
          <span tabIndex={-1} data-row>
            <Tag state={line.state} word={lineWord(line)} />
          </span>
        ) : (
          <>
            <ManualMatch
              statement={group.statement}
              line={line}
              tag={<Tag state="none" word={lineWord(line)} />}
              label={mayBeRefund(line) ? 'It’s a refund' : 'Give it one'}
            />
            <NamedOrders line={line} />
            <Quote statement={group.statement} line={line} />
          </>
        )
      }
    />
  )
}

/** Links to the orders whose numbers the line of money out contains. */
function NamedOrders({ line: { orders } }: { line: StatementLine }) {
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
