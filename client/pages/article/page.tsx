import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { ArticleHead } from '../../content/article-head.tsx'
import { DocumentBody } from '../../content/document-body.tsx'
import { DocumentDate } from '../../content/document-date.tsx'
import type { ArticleDocument } from '../../content/documents.ts'
import { NextUp } from '../../content/next-up.tsx'
import { mainHeadings, TableOfContents } from '../../content/table-of-contents.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Section } from '../../site/ui/section.tsx'
import { readArticlePage } from '../news/queries.ts'

const headingsWithoutToc = 3

export function loader({ context, params }: LoaderFunctionArgs) {
  return readArticlePage(context.get(contentContext), params['*'] ?? '')
}

export function Component() {
  const { article, newer, older } = useLoaderData<typeof loader>()
  const { toc, body } = article
  return (
    <>
      <ArticleHead
        article={article}
        list={{ name: 'News', path: routes.news }}
        type="NewsArticle"
        published={article.date}
        changed={article.updated ?? article.date}
        past={<PageLink to={routes.news}>News</PageLink>}
      />
      <Section className="section--article" wrap="Article-in">
        <div className="Article-side">
          <Byline article={article} />
          {mainHeadings(toc).length > headingsWithoutToc && <TableOfContents toc={toc} />}
        </div>
        <article className="Prose Prose--lead" key={article.path}>
          <DocumentBody body={body} />
        </article>
      </Section>
      <NextUp
        label="More news"
        previous={older && { label: 'Older', ...older }}
        next={newer && { label: 'Newer', ...newer }}
      />
    </>
  )
}

function Byline({ article: { date, updated } }: { article: ArticleDocument }) {
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
