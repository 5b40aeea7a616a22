import { useLocation } from 'react-router'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'
import { GiveOne } from './give-one.tsx'
import { type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'

/** Lines without a matching order, and lines that were booked before. */
export function LeftLines(group: GroupOfLines) {
  const { pathname } = useLocation()
  const last = group.lines.at(-1)?.n
  return (
    <LinesOfGroup
      {...group}
      isGone
      title="Left alone"
      says="No order fits, or the line was here before. Type an order’s number if you know better; money beyond its total is kept as its credit."
      order={(line) =>
        line.state === 'already' ? (
          <Already line={line} />
        ) : line.amount <= 0 ? (
          <Tag state="none" word="Money out" />
        ) : (
          <GiveOne statement={group.statement} line={line} tag={<Tag state="none" />} label="Give it one" />
        )
      }
      more={
        group.lines.length < group.total.lines &&
        last && (
          <div className="Older">
            <p>
              {group.lines.length} shown of {group.total.lines}
            </p>
            <a className="Button Button--quiet" href={`${pathname}?after=${last}`} data-older>
              Further lines
            </a>
          </div>
        )
      }
    />
  )
}

function Already({ line: { bookedAt, orders } }: { line: StatementLine }) {
  const { day } = useWhen()
  const [number = ''] = orders
  return (
    <>
      <Tag state="already" {...(bookedAt && { word: `Booked on ${day(bookedAt)}` })} />{' '}
      <a href={deskRoutes.order(number)}>{number}</a>
    </>
  )
}
