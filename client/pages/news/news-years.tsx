import { documentDay } from '#shared/calendar/calendar.ts'
import type { NewsItem } from '../../content/documents.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { NewsRow } from './news-row.tsx'

type Props = {
  items: NewsItem[]
  /** Whether the first item is the newest of all. */
  lead: boolean
}

/** Groups items by year, newest first. */
export function NewsYears({ items, lead }: Props) {
  const timeZone = useTimeZone()
  if (items.length === 0) return <NoNews />
  const newest = lead ? items[0] : undefined
  return byYear(items, timeZone).map(([year, ofYear]) => (
    <section key={year} className="NewsYear" aria-labelledby={`year-${year}`}>
      <h2 className="NewsYear-title" id={`year-${year}`}>
        {year}
      </h2>
      <ol className="RowList Ruled">
        {ofYear.map((item) => (
          <NewsRow key={item.path} item={item} lead={item === newest} />
        ))}
      </ol>
    </section>
  ))
}

/** Keeps the order of the items. */
export function byYear(items: NewsItem[], timeZone: string): [year: string, items: NewsItem[]][] {
  return [...Map.groupBy(items, ({ date }) => documentDay(timeZone, date).slice(0, 4))]
}

function NoNews() {
  return (
    <div className="Blank">
      <h2>No news yet.</h2>
      <p>When there is some, it’ll be here.</p>
    </div>
  )
}
