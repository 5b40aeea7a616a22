import { routes } from '#shared/routes/routes.ts'
import type { NewsItem } from '../../content/documents.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { NewsRow } from './news-row.tsx'

/** Best match first. */
export function SearchResults({ items, search }: { items: NewsItem[]; search: string }) {
  if (items.length === 0) return <NothingFound search={search} />
  return (
    <section className="NewsYear" aria-labelledby="results">
      <h2 className="NewsYear-title" id="results">{`Found for “${search}”`}</h2>
      <p className="NewsYear-back">
        <PageLink to={routes.news}>All the news</PageLink>
      </p>
      <ol className="RowList Ruled">
        {items.map((item) => (
          <NewsRow key={item.path} item={item} />
        ))}
      </ol>
    </section>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <div className="Blank">
      <h2>{`Nothing found for “${search}”.`}</h2>
      <p>
        Try fewer words, or <PageLink to={routes.news}>look through all the news</PageLink>.
      </p>
    </div>
  )
}
