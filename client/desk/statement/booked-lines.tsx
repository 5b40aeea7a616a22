import { Fragment } from 'react'
import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'
import { type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'

/** Lines that are booked in full, by this file or by another that contains them. */
export function BookedLines(group: GroupOfLines) {
  return (
    <LinesOfGroup
      {...group}
      isGone
      hasSum
      title="Booked"
      description="The sum is what came in. A line counts once, whichever file has it. A payment that was booked wrongly is taken back at its order."
      order={(line) => <Orders line={line} />}
    />
  )
}

function Orders({ line: { bookedAt, orders } }: { line: StatementLine }) {
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
