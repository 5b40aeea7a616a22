import type { Day } from '#shared/calendar/calendar.ts'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { RowAct } from '../ui/row-act.tsx'
import { Rows, TwoLines } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'
import { describeDays, describeOff, describeUses, kindsOfCode, usePlansOf } from './code-words.ts'

export function CodeRows({ codes, today }: { codes: DeskCode[]; today: Day }) {
  const money = useMoney()
  const { calendarDay, day } = useWhen()
  const plansOf = usePlansOf()
  const next = codes.find((code) => stateOfCode(code, today) === 'running')
  return (
    <Rows
      list
      label="Codes"
      columns={{
        Code: 'main',
        'Takes off': true,
        For: 'who',
        'From, to': 'date',
        State: 'state',
        Held: 'num',
        Used: 'num',
        Quoted: 'num',
        Act: 'act',
      }}
      rows={codes.map((code) => {
        const state = stateOfCode(code, today)
        const isOver = state === 'ended' || state === 'spent'
        return {
          key: code.code,
          isCurrent: code === next,
          ...(isOver && { className: 'Gone' }),
          cells: [
            <a key="code" className="mono" data-row href={deskRoutes.code(code.code)}>
              {code.code}
            </a>,
            describeOff(code, money),
            <TwoLines key="for" first={`${plansOf(code)}, ${kindsOfCode[code.for]}`} second={code.note} />,
            describeDays(code, calendarDay),
            <Tag
              key="state"
              state={state}
              {...(code.endedAt && { word: `Ended on ${day(code.endedAt)}` })}
            />,
            code.reserved,
            <a key="used" href={deskRoutes.ordersLike({ code: code.code })}>
              {describeUses(code)}
            </a>,
            code.promised,
            state !== 'ended' && (
              <RowAct key="end" action={deskRoutes.codeAct(code.code, 'end')} verb="End" of={code.code} />
            ),
          ],
        }
      })}
    />
  )
}
