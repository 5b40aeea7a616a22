import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DocumentBody } from '../../content/document-body.tsx'
import { DocumentDate } from '../../content/document-date.tsx'
import { type LegalDocument, readDocument } from '../../content/documents.ts'
import { TableOfContents } from '../../content/table-of-contents.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/page.css'
import '../../site/styles/prose.css'
import '../../site/styles/toc.css'
import '../../site/styles/legal.css'

/** Shows the document at the page's own path in `content/`. Children follow its text. */
export function LegalPage({ children }: { children?: Elements }) {
  const { title, description, updated, toc, body } = useLoaderData<LegalDocument>()
  return (
    <>
      <Seo title={title} description={description} />
      <PageHeader
        past="Legal"
        title={title}
        lead={
          <span>
            Last changed <DocumentDate date={updated} />
          </span>
        }
        compact
      />
      <Section className="section--article" wrap="Split Legal">
        <TableOfContents toc={toc} />
        <article className="Prose">
          <DocumentBody body={body} />
          {children}
        </article>
      </Section>
    </>
  )
}

export function legalLoader(path: string) {
  return ({ context }: LoaderFunctionArgs) => readDocument<LegalDocument>(context.get(contentContext), path)
}
