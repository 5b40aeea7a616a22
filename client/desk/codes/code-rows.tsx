import type { Day } from '#shared/calendar/calendar.ts'
import type { DeskCode } from '#shared/desk/code-answers.ts'
import { stateOfCode } from '#shared/desk/state-of-code.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { usePricing } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'
import { OnceKey } from '../ui/once-key.tsx'
import { Rows, TwoLines } from '../ui/rows.tsx'
import { Tag } from '../ui/tag.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

const kinds: Record<DeskCode['for'], string> = { new: 'new', renewal: 'renewals', any: 'new and renewals' }

export function CodeRows({ codes, today }: { codes: DeskCode[]; today: Day }) {
  const money = useMoney()
  const { calendarDay, day } = useWhen()
  const pricing = usePricing()
  const next = codes.find((code) => stateOfCode(code, today) === 'running')
  return (
    <Rows
      list
      label="Codes"
      columns={[
        { label: 'Code', kind: 'main' },
        { label: 'Takes off' },
        { label: 'For', kind: 'who' },
        { label: 'From, to', kind: 'date' },
        { label: 'State', kind: 'state' },
        { label: 'Held', kind: 'num' },
        { label: 'Used', kind: 'num' },
        { label: 'Quoted', kind: 'num' },
        { label: 'Act', kind: 'act', hidden: true },
      ]}
      rows={codes.map((code) => {
        const state = stateOfCode(code, today)
        const isOver = state === 'ended' || state === 'spent'
        return {
          key: code.code,
          isCurrent: code === next,
          ...(isOver && { className: 'Gone' }),
          cells: [
            <span key="code" className="mono" data-row tabIndex={-1}>
              {code.code}
            </span>,
            code.percent === null ? money(code.amount ?? 0) : `${code.percent} %`,
            <TwoLines key="for" first={`${plansOf(code)}, ${kinds[code.for]}`} second={code.note} />,
            daysOf(code),
            <Tag
              key="state"
              state={state}
              {...(code.endedAt && { word: `Ended on ${day(code.endedAt)}` })}
            />,
            code.reserved,
            code.maxUses === null ? code.counted : `${code.counted} of ${code.maxUses}`,
            code.promised,
            state !== 'ended' && <EndCode key="end" code={code.code} />,
          ],
        }
      })}
    />
  )

  function plansOf({ skus }: DeskCode): string {
    if (skus === null) return 'All plans'
    return skus.map((sku) => pricing?.products.find((product) => product.sku === sku)?.name ?? sku).join(', ')
  }

  function daysOf({ from, to }: DeskCode): string {
    if (from && to) return `${calendarDay(from)} to ${calendarDay(to)}`
    if (from) return `from ${calendarDay(from)}`
    return to ? `to ${calendarDay(to)}` : 'always'
  }
}

function EndCode({ code }: { code: string }) {
  return (
    <form method="post" action={deskRoutes.codeAct(code, 'end')}>
      <OnceKey />
      <Button quiet className="Button--small" aria-label={`End ${code}`}>
        End
      </Button>
    </form>
  )
}
