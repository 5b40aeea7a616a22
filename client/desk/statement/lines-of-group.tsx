import { Fragment, type ReactNode } from 'react'
import { plural } from '#shared/desk/count-words.ts'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { type RowOf, Rows } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

export type GroupOfLines = {
  statement: Statement
  lines: StatementLine[]
  total: { lines: number; amount: number }
}

/** The id of the booking form. Inputs anywhere on the page refer to it. */
export const bookingId = 'booking'

type Props = GroupOfLines & {
  title: string
  description: string
  /** The first cell; defaults to the line's number. */
  place?(line: StatementLine): ReactNode
  order(line: StatementLine): ReactNode
  isGone?: boolean
  hasSum?: boolean
  /** Unreadable rows, listed between the lines. */
  unread?: Statement['unread']
  /** When the lines beyond this page are shown, in words. */
  restComes?: string
}

export function LinesOfGroup({
  lines,
  total,
  title,
  description,
  place,
  order,
  isGone,
  hasSum = !isGone,
  unread = [],
  restComes,
}: Props) {
  const money = useMoney()
  const { calendarDay } = useWhen()
  if (total.lines + unread.length === 0) return null
  const rest = total.lines - lines.length
  const rows = [...lines.map(toRow), ...unread.map(toUnreadRow)]
  return (
    <section className="Block" aria-label={title}>
      <h2>
        {title}{' '}
        <span>
          {plural(total.lines, 'line')}
          {hasSum && total.amount !== 0 && `, ${money(total.amount)}`}
        </span>
      </h2>
      <p>{description}</p>
      {rows.length > 0 && (
        <Rows
          list={!isGone}
          label={title}
          columns={{ Line: 'main', Date: 'date', 'Bank’s text': 'text', Order: 'ord', Amount: 'sum' }}
          rows={rows.sort((a, b) => Number(a.key) - Number(b.key))}
        />
      )}
      {restComes && rest > 0 && (
        <p className="dim">
          {rest} more come {restComes}.
        </p>
      )}
    </section>
  )

  function toRow(line: StatementLine, index: number): RowOf {
    return {
      key: String(line.n),
      isCurrent: index === 0 && !isGone,
      ...(isGone && { className: 'Gone' }),
      cells: [
        place?.(line) ?? line.n,
        calendarDay(line.date),
        <Fragment key="text">
          <BankText line={line} />
          {line.account !== null && <small className="dim"> in {line.account}</small>}
        </Fragment>,
        order(line),
        <Sum key="sum" line={line} />,
      ],
    }
  }
}

function toUnreadRow({ line, text, reason }: Statement['unread'][number]): RowOf {
  return {
    key: String(line),
    cells: [
      line,
      null,
      text,
      <span key="why" tabIndex={-1} data-row>
        <Tag state="unread" /> {reason}
      </span>,
      null,
    ],
  }
}

/** The unbooked amount; the whole amount of a booked line. */
function Sum({ line: { state, left, amount, currency } }: { line: StatementLine }) {
  const money = useMoney()
  if (state === 'already' || left === amount) return money(amount, currency)
  return (
    <>
      {money(left, currency)} <small className="dim">of {money(amount, currency)}</small>
    </>
  )
}

/** Marks the part of the bank's text that names the order. */
function BankText({ line: { text, said } }: { line: StatementLine }) {
  if (!said) return text
  const [start, end] = said
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
