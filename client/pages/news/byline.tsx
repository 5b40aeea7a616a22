import { DocumentDate } from '../../content/document-date.tsx'
import type { ArticleDocument } from '../../content/documents.ts'

export function Byline({ article: { date, updated } }: { article: ArticleDocument }) {
  return (
    <p className="meta">
      <DocumentDate date={date} />
      {updated && (
        <span>
          , changed <DocumentDate date={updated} />
        </span>
      )}
    </p>
  )
}
