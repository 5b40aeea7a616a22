import { useLoaderData } from 'react-router'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { countThings, listTasks, sumUpTasks } from '#shared/desk/list-tasks.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { loaderOf } from '../ask.ts'
import { useFrame } from '../frame/use-frame.ts'
import { Days } from '../today/days.tsx'
import { Doctor } from '../today/doctor.tsx'
import { MissedSearches } from '../today/missed-searches.tsx'
import { Months } from '../today/months.tsx'
import { Owed } from '../today/owed.tsx'
import { Plans } from '../today/plans.tsx'
import { Tasks } from '../today/tasks.tsx'
import { Versions } from '../today/versions.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { Nothing } from '../ui/older.tsx'
import { useMoney } from '../ui/use-money.ts'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderOf(deskApiRoutes.overview)

export function Component() {
  const overview = useLoaderData<typeof loader>()
  const { now, role } = useFrame()
  const timeZone = useTimeZone()
  const { day, calendarDay, wholeDay } = useWhen()
  const money = useMoney()
  const reader = { role, timeZone, now, day, calendarDay, money }
  const tasks = listTasks(overview, reader)
  return (
    <DeskPage
      title={countThings(overview.things)}
      name="Today"
      past={{ label: wholeDay(now) }}
      lead={
        overview.things === 0
          ? `Looked at ${minuteIn(timeZone, now).slice(11)}.`
          : sumUpTasks(overview, reader)
      }
      label="Sales and machines"
      glass={groups.map(({ waitsFor, title }) => (
        <Tasks key={waitsFor} title={title} tasks={tasks.filter((task) => task.waitsFor === waitsFor)} />
      ))}
    >
      <div className="PlotGrid">
        <SoldPlots overview={overview} />
        {overview.owed && overview.owed.orders > 0 && <Owed owed={overview.owed} />}
        <Versions versions={overview.versions} messageRise={overview.messageRise} />
        {overview.missedSearches.length > 0 && <MissedSearches searches={overview.missedSearches} />}
        {overview.doctor.length > 0 && <Doctor findings={overview.doctor} />}
      </div>
    </DeskPage>
  )
}

const groups = [
  { waitsFor: 'you', title: null },
  { waitsFor: 'others', title: 'For others' },
  { waitsFor: 'besides', title: 'Besides' },
] as const

function SoldPlots({ overview }: { overview: Overview }) {
  const { sales, before, yearBefore, months, plans, unpaid, cameIn } = overview
  if (!sales || !before || !yearBefore || !months || !plans || !unpaid || !cameIn) return null
  if (months.every(({ orders }) => orders === 0)) {
    return (
      <div className="Block is-full">
        <h2>Sales</h2>
        <Nothing>
          Nothing was sold in twelve months. The next order shows here, and a mail tells of it.
        </Nothing>
      </div>
    )
  }
  return (
    <>
      <div className="is-full">
        <Days days={sales} unpaid={unpaid.days} {...{ before, yearBefore, cameIn }} />
      </div>
      <div className="is-full">
        <Months months={months} unpaid={unpaid.months} />
      </div>
      {plans.length > 0 && <Plans plans={plans} />}
    </>
  )
}
