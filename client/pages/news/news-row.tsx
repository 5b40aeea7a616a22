import { DocumentDate } from '../../content/document-date.tsx'
import type { NewsItem } from '../../content/documents.ts'
import { PageLink } from '../../site/framework/page-link.tsx'

export function NewsRow({ item, lead = false }: { item: NewsItem; lead?: boolean }) {
  const { path, title, description, date } = item
  return (
    <li
      className={lead ? 'RowList-row NewsItem NewsItem--lead' : 'RowList-row NewsItem'}
      data-current={lead ? '' : undefined}
    >
      <DocumentDate className="meta" date={date} short />
      <div>
        <h3 className="RowList-title">
          <PageLink to={path}>{title}</PageLink>
        </h3>
        <p className="RowList-text">{description}</p>
      </div>
    </li>
  )
}
