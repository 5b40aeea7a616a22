import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'

export function Pager({ page, search, hasOlder }: { page: number; search: string; hasOlder: boolean }) {
  if (page === 1 && !hasOlder) return null
  return (
    <nav className="Row Pager" aria-label="Pages of news">
      <span className="meta">{`Page ${page}`}</span>
      <div className="Pager-links">
        {page > 1 && (
          <PageLink className="Button Button--quiet" to={pageAddress(page - 1, search)} rel="prev">
            {search ? 'Better matches' : 'Newer news'}
          </PageLink>
        )}{' '}
        {hasOlder && (
          <PageLink className="Button Button--quiet" to={pageAddress(page + 1, search)} rel="next">
            <span>{search ? 'More matches' : 'Older news'}</span>
            <span className="Button-cue Button-cue--amber" />
          </PageLink>
        )}
      </div>
    </nav>
  )
}

/** The first page has no number in its address. */
export function pageAddress(page: number, search: string): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `${routes.news}?${query}` : routes.news
}
