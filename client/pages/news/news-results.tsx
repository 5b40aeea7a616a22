import { NewsYears } from './news-years.tsx'
import { Pager } from './pager.tsx'
import type { NewsPage } from './queries.ts'
import { SearchResults } from './search-results.tsx'

/** Dimmed while a newer answer is on its way. */
export function NewsResults({ items, page, search, hasOlder, pending }: NewsPage & { pending: boolean }) {
  return (
    <div className="NewsResults" aria-busy={pending}>
      {search ? (
        <SearchResults items={items} search={search} />
      ) : (
        <NewsYears items={items} lead={page === 1} />
      )}
      <Pager page={page} search={search} hasOlder={hasOlder} />
      <p className="vh" role="status">
        {search && !pending && `${items.length === 0 ? 'Nothing' : items.length} found for ${search}`}
      </p>
    </div>
  )
}
