import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { routes } from '#shared/routes.ts'
import { useAppState } from '../app-state.tsx'
import { DocumentBody } from '../content/document-body.tsx'
import { NextUp } from '../content/next-up.tsx'
import { mainHeadings, TableOfContents } from '../content/table-of-contents.tsx'
import { PageLink } from '../framework/page-link.tsx'
import { Seo } from '../seo/seo.tsx'
import { breadcrumbs } from '../seo/structured-data.ts'
import { contentContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Byline } from './news/byline.tsx'
import { readArticlePage } from './news/queries.ts'
import { newsArticle } from './news/structured-data.ts'

const headingsWithoutToc = 3

export function loader({ context, params }: LoaderFunctionArgs) {
  return readArticlePage(context.get(contentContext), params['*'] ?? '')
}

export function Component() {
  const { article, newer, older } = useLoaderData<typeof loader>()
  const state = useAppState()
  const { title, description, path, toc, body } = article
  const trail = [
    { name: 'News', path: routes.news },
    { name: title, path },
  ]
  return (
    <>
      <Seo
        title={title}
        description={description}
        type="article"
        things={[newsArticle(state, article), breadcrumbs(state.config.siteUrl, trail)]}
      />
      <PageHeader past={<PageLink to={routes.news}>News</PageLink>} title={title} compact />
      <section className="section section--article" data-tone="paper">
        <div className="wrap Article-in">
          <div className="Article-side">
            <Byline article={article} />
            {mainHeadings(toc).length > headingsWithoutToc && <TableOfContents toc={toc} />}
          </div>
          <article className="Prose Prose--lead">
            <DocumentBody body={body} />
          </article>
        </div>
      </section>
      <NextUp
        label="More news"
        previous={older && { label: 'Older', ...older }}
        next={newer && { label: 'Newer', ...newer }}
      />
    </>
  )
}
