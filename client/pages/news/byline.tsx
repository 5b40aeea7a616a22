import { formatDate, isoDay } from '#shared/dates.ts'
import type { ArticleDocument } from '../../content/documents.ts'

export function Byline({ article: { date, updated } }: { article: ArticleDocument }) {
  return (
    <p className="meta">
      <time dateTime={isoDay(date)}>{formatDate(date)}</time>
      {updated && (
        <>
          , changed <time dateTime={isoDay(updated)}>{formatDate(updated)}</time>
        </>
      )}
    </p>
  )
}
