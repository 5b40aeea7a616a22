import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { ArticleHead } from '../../content/article-head.tsx'
import { DocumentBody } from '../../content/document-body.tsx'
import { DocumentDate } from '../../content/document-date.tsx'
import { NextUp } from '../../content/next-up.tsx'
import { mainHeadings, TableOfContents } from '../../content/table-of-contents.tsx'
import { type HelpLink, readHelpPage } from '../../help/queries.ts'
import { WasItClear } from '../../help/was-it-clear.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/help.css'

const headingsWithoutToc = 1

export function loader({ context, params }: LoaderFunctionArgs) {
  return readHelpPage(context.get(contentContext), params['*'] ?? '')
}

export function Component() {
  const { article, previous, next } = useLoaderData<typeof loader>()
  const { description, path, task, toc, body, updated } = article
  return (
    <>
      <ArticleHead
        article={article}
        list={{ name: 'Help', path: routes.help }}
        type="TechArticle"
        changed={updated}
        past={
          <>
            <PageLink to={routes.help}>Help</PageLink>
            <span>{`: ${task}`}</span>
          </>
        }
      />
      <Section className="section--article" wrap="Split Legal">
        {mainHeadings(toc).length > headingsWithoutToc ? <TableOfContents toc={toc} /> : <div />}
        <div className="Legal-main">
          <article className="Prose Prose--lead" key={path}>
            <p>{description}</p>
            <DocumentBody body={body} />
          </article>
          <WasItClear key={path} path={path} />
          <p className="Footnote">
            Last changed <DocumentDate date={updated} />.
          </p>
        </div>
      </Section>
      <NextUp label="More help" previous={labelled('Before this', previous)} next={labelled('Next', next)} />
    </>
  )
}

function labelled(label: string, link: HelpLink | null) {
  return link && { label, ...link }
}
