import { type LoaderFunctionArgs, useActionData, useLoaderData, useLocation } from 'react-router'
import { formatDate } from '#shared/calendar/calendar.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { type Statement, type StatementGroup, statementGroups } from '#shared/desk/statement-answers.ts'
import { nothingBooked } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { ask } from '../ask.ts'
import { BookedLines } from '../statement/booked-lines.tsx'
import { BookingBar } from '../statement/booking-bar.tsx'
import { ColumnsForm } from '../statement/columns-form.tsx'
import { DecideLines } from '../statement/decide-lines.tsx'
import { LeftLines } from '../statement/left-lines.tsx'
import { MatchedLines } from '../statement/matched-lines.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { Done, Notice, Refused } from '../ui/notices.tsx'
import { useMoney } from '../ui/use-money.ts'

/** The number of lines per group. Rendering three groups of 40 takes 15 ms, which block other requests. */
const each = '40'

export function loader(args: LoaderFunctionArgs): Promise<Statement> {
  const after = new URL(args.request.url).searchParams.get('after') ?? ''
  return ask(args, deskApiRoutes.statementOf(String(args.params.id)), { each, after })
}

/** The lines of a bank's file, with the orders that they may pay. */
export function Component() {
  const statement = useLoaderData<Statement>()
  const { totals } = statement
  const money = useMoney()
  const { booked } = totals
  const soFar = `So far that is ${plural(booked.lines, 'line')}, ${money(booked.amount)}.`
  const done = {
    confirm: `What you chose is booked. ${soFar}`,
    already: `Some of what you chose had been booked before, and counts once: see the orders of what is booked. ${soFar}`,
  }
  const lines = totals.matched.lines + totals.decide.lines + booked.lines + totals.left.lines
  const ready = totals.matched.lines
  const of = (group: StatementGroup) => ({
    statement,
    total: totals[group],
    lines: statement.lines.filter(({ state }) =>
      (statementGroups[group] as readonly string[]).includes(state),
    ),
  })
  return (
    <>
      <DeskPage
        title={`${plural(lines, 'line')}, ${ready === 0 ? 'none' : ready} ready to book`}
        name="Statement"
        past={{ label: 'Statement', href: deskRoutes.statement }}
        lead={[statement.account, spanOf(statement)].filter(Boolean).join(' · ')}
        side={
          <a className="Button Button--quiet Button--small" href={deskRoutes.statement}>
            <Icon name="file" />
            Another file
          </a>
        }
        label="Lines"
      >
        <div className="Lines Stack">
          <Done sentences={done} />
          <Outcome />
          <p className="dim">{[...statement.decided, ...unreadOf(statement)].join(' ')}</p>
          <MatchedLines {...of('matched')} />
          <DecideLines {...of('decide')} />
          <BookedLines {...of('booked')} />
          <LeftLines {...of('left')} />
          <MoreLines statement={statement} />
          <CorrectColumns statement={statement} />
        </div>
      </DeskPage>
      <BookingBar statement={statement} />
    </>
  )
}

/** Paging for the lines that are booked or left alone. */
function MoreLines({ statement: { lines, unread, next, totals } }: { statement: Statement }) {
  const { pathname } = useLocation()
  if (next === null) return null
  const settled: readonly string[] = [...statementGroups.booked, ...statementGroups.left]
  const shown = lines.filter(({ state }) => settled.includes(state)).length + unread.length
  return (
    <div className="Older">
      <p>
        {shown} shown of {totals.booked.lines + totals.left.lines + totals.unread} booked or left alone
      </p>
      <a className="Button Button--quiet" href={`${pathname}?after=${next}`} data-older>
        Further lines
      </a>
    </div>
  )
}

/** The refusal of a form, or the lines that couldn't be booked while others were. */
function Outcome() {
  const refusal = useActionData() as DeskRefusal | undefined
  if (refusal?.code !== 'booked_in_part') return <Refused />
  return (
    <Notice title={refusal.detail} role="alert" data-refused tabIndex={-1}>
      <ul>
        {refusal.errors.map(({ pointer, detail }) => (
          <li key={pointer}>
            Line {pointer.replace('/line-', '')}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function unreadOf({ totals: { unread } }: Statement): string[] {
  if (unread === 0) return []
  const stand = unread === 1 ? '1 row can’t be read and stands' : `${unread} rows can’t be read and stand`
  return [`${stand} among those left alone.`]
}

function spanOf({ from, to }: Statement): string {
  if (from === null || to === null) return nothingBooked
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
}

/** Corrects the columns of a CSV. The file must be sent again, because lines don't keep its cells. */
function CorrectColumns({ statement: { account, decisions, decided, sample } }: { statement: Statement }) {
  if (!decisions || !sample) return null
  const said = decisions.columns.indexOf('direction')
  const words = new Set(sample.rows.map((row) => row[said] ?? '').filter(Boolean))
  return (
    <details className="Columns">
      <summary data-row>Wrong columns? Correct them</summary>
      <ColumnsForm
        sample={{ ...sample, words: [...words], readings: [] }}
        upload={null}
        chosen={decisions}
        account={account}
        head={
          <div className="Block-head">
            <h2 id="columns">{decided.join(' ')}</h2>
            <p>Another choice reads the file again. What is booked already stays booked.</p>
          </div>
        }
      />
    </details>
  )
}
